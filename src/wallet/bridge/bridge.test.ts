import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import type { Hex } from '../../shared/bytes.ts'
import { usd } from '../../shared/money.ts'
import { account, bridgeTo, noon, openAndClose, service, text, time } from './bridge.fixture.ts'
import { lost, payTo, problem, settled } from './tool-service.fixture.ts'

openAndClose()

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

  test.each([
    ['negotiates', 'auto', '2026-07-28'],
    ['insists on 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
    ['begins with initialize', 'legacy', '2025-11-25'],
  ] as const)('pays for a host that %s', async (_, mode, version) => {
    const shop = await service()
    const { serve, spent } = await bridgeTo(shop.url)
    const [here, there] = InMemoryTransport.createLinkedPair()
    const served = serve(there)
    const host = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } })
    await host.connect(here)
    expect(host.getNegotiatedProtocolVersion()).toBe(version)
    expect((await host.listTools()).tools.map(({ name }) => name)).toContain('wallet_limits')
    expect(text((await host.callTool({ name: 'quote', arguments: {} })) as never)).toContain('Wallet: paid $0.0075')
    expect(spent()).toBe(7_500n)
    await host.close()
    await served.close()
  })

  test('pays a second time for a second call, under another nonce', async () => {
    const shop = await service()
    const { call, spent } = await bridgeTo(shop.url)
    await call()
    await call()
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(2)
    expect(spent()).toBe(15_000n)
  })

  test('passes the terms on when it has no wallet', async () => {
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
    expect(text(await gone.call())).toMatch(/does not answer.*Nothing was signed/)
    await expect(gone.client.listTools()).rejects.toThrow('does not answer')
  })

  test('signs for a sandbox with the key that the sandbox lends, never with the real key', async () => {
    const lent = generatePrivateKey()
    const shop = await service({ simulated: true, sandbox: { payer: { privateKey: lent }, networks: [] } })
    const { call, book } = await bridgeTo(shop.url)
    expect(text(await call())).toContain('play money')
    expect(shop.payments[0]!.payment.payload.authorization['from']).toBe(privateKeyToAccount(lent).address)
    expect([book.spending('live', time.now).spent, book.spending('sandbox', time.now).spent]).toEqual([0n, 7500n])
    shop.change({ sandbox: {} })
    expect(text(await call())).toContain('lends no wallet')
  })
})

test('signs for a sandbox with real data with the key that it lends too: what counts is the money', async () => {
  const lent = generatePrivateKey()
  const shop = await service({ simulated: false, playMoney: true, sandbox: { payer: { privateKey: lent }, networks: [] } })
  const { call, book } = await bridgeTo(shop.url)
  expect(text(await call())).toContain('play money')
  expect(shop.payments[0]!.payment.payload.authorization['from']).toBe(privateKeyToAccount(lent).address)
  expect(book.spending('live', time.now).spent).toBe(0n)
})

describe('a payment whose answer is lost', () => {
  test('counts as spent, and is sent again unchanged for the same call, also after a restart', async () => {
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
    // The outcome is known now, so the next call is a new purchase.
    await second.call({ symbol: 'BTC' })
    expect(second.spent()).toBe(15_000n)
  })

  test('is sent again at once without a new call, and settles when the service comes back in time', async () => {
    const shop = await service({ reactions: [lost, problem('settlement_pending', 1), lost, settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(shop.payments).toHaveLength(4)
    expect(new Set(shop.payments.map((one) => one.text)).size).toBe(1)
    expect(spent()).toBe(7500n)
  })

  test('does not pay for another call, which gets a payment of its own', async () => {
    const shop = await service({ reactions: [lost] })
    const { call, spent } = await bridgeTo(shop.url)
    await call({ symbol: 'BTC' })
    shop.change({ reactions: [settled()] })
    await call({ symbol: 'ETH' })
    expect(spent()).toBe(15_000n)
  })

  test('survives a service that stops with it and comes back at the same address', async () => {
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
    time.now += 1_000
    expect(await call()).toMatchObject({ structuredContent: { price: 1 } })
    expect(new Set(shop.payments.map((one) => one.text)).size).toBe(2)
    // Of two payments under one nonce only one can be spent.
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(1)
    expect(spent()).toBe(7500n)
  })
})

describe('a call that fails', () => {
  test('leaves its nonce and its share of the daily limit to the next payment, so that nothing is counted twice', async () => {
    const shop = await service({ reactions: [problem('unknown_symbol'), problem('unknown_symbol'), settled()] })
    const { call, spent } = await bridgeTo(shop.url, { limits: { perCall: usd('0.10'), perDay: usd('0.0075') } })
    expect(text(await call({ symbol: 'BTX' }))).toMatch(/^unknown_symbol\nWallet: the call failed and was not charged/)
    await call({ symbol: 'BTY' })
    expect(await call({ symbol: 'BTC' })).toMatchObject({ structuredContent: { price: 1 } })
    expect(new Set(shop.payments.map(({ payment }) => payment.payload.authorization['nonce'])).size).toBe(1)
    expect(spent()).toBe(7500n)
    // The nonce is spent now.
    expect(text(await call({ symbol: 'ETH' }))).toMatch(/^Not paid/)
  })

  test('is closed when its answer was already given to another caller', async () => {
    const shop = await service({ reactions: [problem('answer_delivered'), settled()] })
    const { call, spent } = await bridgeTo(shop.url)
    expect(await call()).toMatchObject({ isError: true })
    await call()
    expect(spent()).toBe(15_000n)
  })

  test('does not free a payment that was refused: the signed total never exceeds the limit', async () => {
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
