import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { systemRandom, systemTimers } from '../../ops/system.ts'
import type { Hex } from '../../shared/bytes.ts'
import { usd } from '../../shared/money.ts'
import { openSharedFile } from '../../store/sqlite/open-shared-file.ts'
import { createSender } from '../send-request.ts'
import { createBridge, type BridgeSettings } from './create-bridge.ts'
import { createSpendingBook, spendingSchema } from './spending-book.ts'
import { createToolServer } from './tool-server.ts'
import { lost, openToolService, payTo, problem, settled, type ToolServiceOptions } from './tool-service.fixture.ts'

const account = privateKeyToAccount(generatePrivateKey())
const noon = Date.parse('2026-11-21T12:00:00Z')

let directory: string
let now: number
const closing: (() => Promise<unknown> | void)[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  now = noon
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  rmSync(directory, { recursive: true, force: true })
})

async function service(options: ToolServiceOptions = {}) {
  const opened = await openToolService(options)
  closing.push(opened.close)
  return opened
}

/** A bridge with its host; another one is what there is after a restart. */
async function bridgeTo(url: string, changes: Partial<BridgeSettings> = {}) {
  const sender = createSender(systemTimers)
  const server = createToolServer(new URL(`${url}/mcp`), '0')
  const file = openSharedFile(join(directory, 'spending.db'), spendingSchema)
  const book = createSpendingBook(file)
  const told: string[] = []
  const bridge = await createBridge(
    {
      service: new URL(url),
      account,
      limits: { perCall: usd('0.10'), perDay: usd('1') },
      network: null,
      insecure: false,
      rpcUrls: new Map(),
      pays: true,
      version: '0',
      ...changes,
    },
    {
      server,
      book,
      send: sender.send,
      clock: { now: () => now },
      timers: { ...systemTimers, sleep: () => systemTimers.sleep(5) },
      random: systemRandom,
      tell: (line) => void told.push(line),
    },
  )
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'host', version: '1' })
  await Promise.all([bridge.server.connect(there), client.connect(here)])
  const close = async () => {
    await client.close()
    await server.close()
    await sender.close()
    file.close()
  }
  closing.push(close)
  return {
    client,
    book,
    told,
    close,
    call: async (values: Record<string, unknown> = {}) => (await client.callTool({ name: 'quote', arguments: values })) as CallToolResult,
    spent: () => book.spending('live', now).spent,
  }
}

const text = ({ content }: CallToolResult) => content.map((item) => (item.type === 'text' ? item.text : '')).join('\n')

describe('the bridge', () => {
  test('signs for exactly the terms, with the key of the wallet, and says what was paid', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url)
    const result = await call()
    expect(result).toMatchObject({ structuredContent: { price: 1 } })
    expect(text(result)).toMatch(
      /Wallet: paid \$0\.0075 in USDC on Base; \$0\.0075 of the \$1 .* \$0\.9925 is left until 2026-11-22T00:00:00\.000Z/,
    )
    expect(spent()).toBe(7500n)
    const { signature, authorization } = shop.payments[0]!.payment.payload
    expect(authorization).toMatchObject({ from: account.address, to: payTo, value: '7500', validBefore: String(noon / 1000 + 300) })
    const { domain, chainId, asset } = networks[0]!
    const signer = await recoverTypedDataAddress({
      domain: { ...domain, chainId, verifyingContract: asset },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message: {
        from: account.address,
        to: payTo,
        value: 7500n,
        validAfter: 0n,
        validBefore: BigInt(authorization['validBefore']!),
        nonce: authorization['nonce'] as Hex,
      },
      signature,
    })
    expect(signer).toBe(account.address)
  })

  test('pays a second time for a second call, under another nonce', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    await call()
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(2)
    expect(spent()).toBe(15_000n)
  })

  test('passes the terms on where it has no wallet', async () => {
    const shop = await service()
    const { client, call } = await bridgeTo(shop.url, { pays: false, account: null })
    expect(await call()).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['quote'])
    expect(shop.payments).toEqual([])
  })

  test('says so when there is no key, or no service', async () => {
    const shop = await service()
    const { call } = await bridgeTo(shop.url, { account: null })
    expect(text(await call())).toMatch(/^Not paid: .*no key.*WALLET_KEY_FILE/)
    const gone = await bridgeTo('http://127.0.0.1:1')
    expect(text(await gone.call())).toMatch(/gives no answer.*Nothing was signed/)
    await expect(gone.client.listTools()).rejects.toThrow('gives no answer')
  })

  test('never signs for a sandbox with the real key, but with the one that it lends', async () => {
    const lent = generatePrivateKey()
    const shop = await service({ simulated: true, sandbox: { payer: { privateKey: lent }, networks: [] } })
    const { call, book } = await bridgeTo(shop.url)
    expect(text(await call())).toContain('play money')
    expect(shop.payments[0]!.payment.payload.authorization['from']).toBe(privateKeyToAccount(lent).address)
    expect([book.spending('live', now).spent, book.spending('sandbox', now).spent]).toEqual([0n, 7500n])
    shop.change({ sandbox: {} })
    expect(text(await call())).toContain('lends no wallet')
  })
})

describe('a payment whose answer is lost', () => {
  test('counts as spent, and is sent again, to the byte, for the same call, after a restart too', async () => {
    const shop = await service({ reactions: [lost] })
    const first = await bridgeTo(shop.url)
    expect(text(await first.call({ symbol: 'BTC' }))).toMatch(/^No answer: a payment of \$0\.0075 was sent.*same arguments again/)
    expect(first.spent()).toBe(7500n)
    await first.close()

    const second = await bridgeTo(shop.url)
    expect(second.spent()).toBe(7500n)
    shop.change({ reactions: [settled()] })
    expect(await second.call({ symbol: 'BTC' })).toMatchObject({ structuredContent: { price: 1 } })
    expect(new Set(shop.payments.map((one) => one.text)).size).toBe(1)
    expect(new Set(shop.payments.map(({ key }) => key)).size).toBe(1)
    expect(second.spent()).toBe(7500n)
    // It is known now, so that the next call is a new purchase.
    await second.call({ symbol: 'BTC' })
    expect(second.spent()).toBe(15_000n)
  })

  test('is sent again at once by itself, and settles where the service comes back in time', async () => {
    const shop = await service({ reactions: [lost, problem('settlement_pending', 1), lost, settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(4)
    expect(new Set(shop.payments.map((one) => one.text)).size).toBe(1)
    expect(spent()).toBe(7500n)
  })

  test('does not pay for another call: that one is paid anew', async () => {
    const shop = await service({ reactions: [lost] })
    const { call, spent } = await bridgeTo(shop.url)
    await call({ symbol: 'BTC' })
    shop.change({ reactions: [settled()] })
    await call({ symbol: 'ETH' })
    expect(spent()).toBe(15_000n)
  })

  test('survives a service that dies with it and comes back at its place', async () => {
    const shop = await service({ reactions: [lost] })
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    await shop.close()
    expect(text(await call())).toMatch(/^No answer: a payment of \$0\.0075 was sent/)
    const back = await service({ port: shop.port })
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(back.payments.map((one) => one.text)).toEqual([shop.payments[0]!.text])
    expect(spent()).toBe(7500n)
  })

  test('is replaced by a new one only when the service refuses it', async () => {
    const shop = await service({ reactions: [lost] })
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    shop.change({ reactions: [...shop.payments.map(() => lost), shop.refuse, settled()] })
    now += 1_000
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(new Set(shop.payments.map((one) => one.text)).size).toBe(2)
    // Of two under one nonce one can be spent, whoever has them.
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(1)
    expect(spent()).toBe(7500n)
  })
})

describe('a call that fails', () => {
  test('leaves its nonce and its place in the day to the next payment, so that nothing is counted twice', async () => {
    const shop = await service({ reactions: [problem('unknown_symbol'), problem('unknown_symbol'), settled()] })
    const { call, spent } = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.0075') } })
    expect(text(await call({ symbol: 'BTX' }))).toMatch(/^unknown_symbol\nWallet: the call failed and was not charged/)
    await call({ symbol: 'BTY' })
    expect(await call({ symbol: 'BTC' })).toMatchObject({ structuredContent: { price: 1 } })
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(1)
    expect(spent()).toBe(7500n)
    // It was spent now.
    expect(text(await call({ symbol: 'ETH' }))).toMatch(/^Not paid/)
  })

  test('is over when its answer was given to somebody already', async () => {
    const shop = await service({ reactions: [problem('answer_delivered'), settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    expect(await call()).toMatchObject({ isError: true })
    await call()
    expect(spent()).toBe(15_000n)
  })

  test('does not free a payment that was refused: at most the limit is ever signed for', async () => {
    const shop = await service()
    shop.change({ reactions: [shop.refuse] })
    const { call, spent } = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.02') } })
    expect(text(await call())).toContain('the service refused the payment of $0.0075')
    for (let more = 0; more < 10; more++) await call({ more })
    expect(text(await call())).toMatch(/^Not paid/)
    expect(spent()).toBe(15_000n)
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(2)
  })
})

describe('an answer that was not charged', () => {
  test('counts as long as its signature may be spent, and its nonce is used up', async () => {
    const shop = await service({ reactions: [settled('0'), settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    const result = await call()
    expect(result).toMatchObject({ structuredContent: { price: 1 } })
    expect(text(result)).toMatch(/charged nothing, but \$0\.0075 were signed for/)
    expect(spent()).toBe(7500n)
    await call()
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(2)
    expect(spent()).toBe(15_000n)
  })
})

describe('the limits', () => {
  test('of a call is held before anything is signed', async () => {
    const shop = await service({ asks: '100001', lists: '100001' })
    const { call, spent } = await bridgeTo(shop.url)
    expect(text(await call())).toMatch(/^Not paid: the call costs 0\.100001 USDC, more than the 0\.1 /)
    expect(spent()).toBe(0n)
  })

  test('of a day is held by ten calls at once, and resets with the UTC day', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.03') } })
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => call({ index })))
    expect(results.filter(({ isError }) => isError === true)).toHaveLength(6)
    expect(spent()).toBe(30_000n)
    now = Date.parse('2026-11-21T23:59:59.999Z')
    expect(text(await call())).toMatch(
      /^Not paid: this call costs \$0\.0075, and \$0\.03 of the \$0\.03 .* until 2026-11-22T00:00:00\.000Z/,
    )
    now += 1
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(5)
  })

  test('are not used up by ten identical calls at once: they are one purchase', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url)
    const results = await Promise.all(Array.from({ length: 10 }, () => call()))
    for (const result of results) expect(result).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(1)
    expect(spent()).toBe(7500n)
  })

  test('do not stop a call whose payment is signed already: it is sent again though the day is full', async () => {
    const shop = await service({ reactions: [lost] })
    const first = await bridgeTo(shop.url)
    await first.call()
    const text = shop.payments[0]!.text
    const second = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.0075') } })
    shop.change({ reactions: [settled()] })
    expect(await second.call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments.at(-1)!.text).toBe(text)
  })

  test('are told by wallet_limits', async () => {
    const shop = await service()
    const { client, call } = await bridgeTo(shop.url)
    await call()
    expect(await client.callTool({ name: 'wallet_limits' })).toMatchObject({
      structuredContent: {
        world: 'live',
        perCallUsd: '0.1',
        perDayUsd: '1',
        spentTodayUsd: '0.0075',
        leftTodayUsd: '0.9925',
        resetsAt: '2026-11-22T00:00:00.000Z',
      },
    })
  })
})

describe('terms that are not what they were said to be', () => {
  test.each([
    ['above the price list', { asks: '7501' }, /asks for 0\.007501 USDC, and its price list says 0\.0075/],
    ['for a tool that is not on it', { lists: null }, /does not have this tool/],
    ['in another token', { terms: { asset: '0x00000000000000000000000000000000000000bb' } }, /no network that we can pay on/],
    ['on a network that nobody knows', { terms: { network: 'eip155:424242' } }, /no network that we can pay on/],
    ['under another signing domain', { terms: { extra: { name: 'USD Coin', version: '3' } } }, /no network that we can pay on/],
    ['that can not be read', { terms: { amount: '0.01' } }, /can't be read/],
  ] as const)('%s are not paid', async (_, options, words) => {
    const shop = await service(options)
    const { call, spent } = await bridgeTo(shop.url)
    const result = await call()
    expect(result.isError).toBe(true)
    expect(text(result)).toMatch(words)
    expect(text(result)).toMatch(/^Not paid: .*Nothing was signed/)
    expect(spent()).toBe(0n)
    expect(shop.payments).toEqual([])
  })

  test('for another address than before are not paid, after a restart too, until that is accepted', async () => {
    const shop = await service()
    const first = await bridgeTo(shop.url)
    await first.call()
    await first.close()
    shop.change({ terms: { payTo: '0x00000000000000000000000000000000000000cc' } })
    const { call, book } = await bridgeTo(shop.url)
    expect(text(await call())).toMatch(/^Not paid: this service was paid at 0x0+aa before, and now asks for a payment to 0x0+cc/)
    expect(shop.payments).toHaveLength(1)
    book.forgetPayees(new URL(shop.url).origin)
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
  })

  test('for less than the price list are fine', async () => {
    const shop = await service({ asks: '7000' })
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    expect(spent()).toBe(7000n)
  })
})
