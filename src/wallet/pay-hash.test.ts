import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import type { NetworkId } from '../chain/chain.ts'
import { connectChain } from '../chain/connect/connect-chain.ts'
import { findNetwork } from '../chain/networks.ts'
import { createRpc } from '../chain/rpc/create-rpc.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { endsWithMemo } from '../payments/mpp/memo.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { answered, lost, openMppService, payTo, status, type MppServiceOptions } from './mpp-service.fixture.ts'
import { payCall, type PayCall } from './pay.ts'
import type { PaidCall } from './send-paid.ts'

const base: NetworkId = 'eip155:8453'
const skale: NetworkId = 'eip155:1187947933'

let world: World
beforeAll(async () => {
  world = await temporaryWorld({ networks: [base, skale] })
})
afterAll(() => world?.close())

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

const sandbox = () => ({
  payer: { privateKey: world.payer.privateKey },
  networks: world.networks.map(({ id, rpcUrl }) => ({ network: id, rpcUrl })),
})
const rpcUrl = (id: NetworkId = base) => world.networks.find((network) => network.id === id)?.rpcUrl ?? ''

async function service(options: MppServiceOptions = {}) {
  const announced: PaidCall['payment'][] = []
  const opened = await openMppService({ sandbox: sandbox(), ...options })
  close = opened.close
  const announce = (payment: PaidCall['payment']) => void announced.push(payment)
  const call = (more: Partial<PayCall> = {}) => payCall({ url: `${opened.url}/paid`, protocol: 'hash', announce, ...more }, opened.parts)
  return { ...opened, call, announced }
}

async function onChain<T>(id: NetworkId, look: (chain: Awaited<ReturnType<typeof connectChain>>) => Promise<T>): Promise<T> {
  const rpc = createRpc({ urls: [rpcUrl(id)], clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics })
  try {
    return await look(await connectChain({ network: findNetwork(id)!, rpc, clock: systemClock, timers: systemTimers, log: silentLog }))
  } finally {
    await rpc.close()
  }
}

/** The number of transactions that the sandbox's payer has sent. */
const sent = (id: NetworkId = base) => onChain(id, (chain) => chain.accountNonce(world.payer.address, 'pending'))

describe('a call that is paid by a transaction of the payer', () => {
  test.each([
    ['with fees of two parts', base],
    ['with a gas price', skale],
  ])('carries the hash of a mined transfer that ends with the memo of its challenge, on a chain %s', async (_, network) => {
    const { call, paid, announced } = await service()
    const result = await call({ network })
    expect(result).toMatchObject({ kind: 'paid', payment: { network, signed: 7500n, payer: world.payer.address } })
    const { challenge, payload, source } = paid[0]!.credential
    if (payload.type !== 'hash') throw new Error('no hash')
    expect(source?.address).toBe(world.payer.address.toLowerCase())
    expect(announced).toMatchObject([{ transaction: payload.hash, credential: { header: 'Authorization' } }])

    const { transaction, input } = await onChain(network, async (chain) => ({
      transaction: await chain.receipt(payload.hash),
      input: (await chain.rpc.call<{ input: Hex }>('eth_getTransactionByHash', [payload.hash])).input,
    }))
    expect(transaction?.status).toBe('success')
    expect(transaction?.logs).toHaveLength(1)
    expect(transaction?.logs[0]).toMatchObject({
      address: findNetwork(network)?.asset.toLowerCase(),
      topics: [expect.any(String), topic(world.payer.address), topic(payTo)],
      data: `0x${(7500).toString(16).padStart(64, '0')}`,
    })
    expect(endsWithMemo(input, challenge)).toBe(true)
  })

  test('pays services that have no key of their own on the network', async () => {
    const { call, paid } = await service({ authorization: false })
    expect((await call()).kind).toBe('paid')
    expect(paid[0]?.credential.challenge.method).toBe('evmhash')
  })

  test('sends the transaction to the node that the caller names', async () => {
    const { call } = await service({ sandbox: { ...sandbox(), networks: [] } })
    await expect(call()).rejects.toMatchObject({ code: 'no_chain' })
    expect((await call({ rpcUrl: rpcUrl() })).kind).toBe('paid')
  })

  test('announces its hash and credential before the transaction is sent', async () => {
    const before = await sent()
    const { call, paid } = await service()
    const stop = new Error('the terminal is gone')
    const announce = () => {
      throw stop
    }
    await expect(call({ announce })).rejects.toBe(stop)
    expect(await sent()).toBe(before)
    expect(paid).toHaveLength(0)
  })
})

describe('one transaction is made for one call', () => {
  test.each([
    ['after a lost connection', [lost, answered('r')], 2],
    ['while it is not deep enough', [status(503, { 'Retry-After': '1' }, { code: 'transaction_not_final' }), answered('r')], 2],
    ['when the service never answers', [lost], 6],
    ['when the service refuses it', [status(402, {}, { code: 'verification-failed' })], 1],
    ['when the call fails', [status(500, {}, { code: 'run_failed' })], 1],
  ] as const)('%s', async (_, reactions, requests) => {
    const before = await sent()
    const { call, paid } = await service({ reactions })
    const result = await call()
    expect(paid).toHaveLength(requests)
    expect(new Set(paid.map(({ credential }) => credential.hash)).size).toBe(1)
    expect(result).toMatchObject({ payment: { transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    expect(await sent()).toBe(before + 1)
  })

  test('also when the node loses the first answer', async () => {
    const { call, paid } = await service()
    const before = await sent()
    // A proxy between payer and chain that passes the transaction on and drops the connection.
    let dropped = 0
    const passOn = async (body: string, response: ServerResponse) => {
      const answer = await fetch(rpcUrl(), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const text = await answer.text()
      if (body.includes('eth_sendRawTransaction') && dropped++ === 0) return response.destroy()
      return response.setHeader('content-type', 'application/json').end(text)
    }
    const proxy = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => void passOn(Buffer.concat(chunks).toString('utf8'), response))
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    try {
      expect((await call({ rpcUrl: `http://127.0.0.1:${port}` })).kind).toBe('paid')
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
    expect([dropped, paid.length, await sent()]).toEqual([1, 1, before + 1])
  })
})

describe('nothing is signed', () => {
  const declined = async (code: string, options: MppServiceOptions, more: Partial<PayCall> = {}) => {
    const { call, paid, announced } = await service(options)
    await expect(call(more)).rejects.toMatchObject({ name: 'PaymentDeclined', code })
    expect([paid, announced]).toEqual([[], []])
  }

  test('above the maximum', () => declined('too_dear', { price: '0.2' }))
  test('by a wallet that holds less than the price', () =>
    declined('not_payable', {}, { sandboxAccount: privateKeyToAccount(generatePrivateKey()) }))
  test('for a challenge that may expire before the transaction is mined', () => declined('not_payable', { ttlSeconds: 30 }))
  test('for a node of another chain', () => declined('no_chain', {}, { rpcUrl: rpcUrl(skale) }))
  test('for a node that does not answer', () => declined('no_chain', {}, { rpcUrl: 'http://127.0.0.1:9' }))
  test('with a real key for a sandbox', () => declined('wrong_world', {}, { account: privateKeyToAccount(world.payer.privateKey) }))

  test('for a node on another machine that a sandbox names', () =>
    declined('no_chain', { sandbox: { ...sandbox(), networks: [{ network: base, rpcUrl: 'https://rpc.example.com' }] } }))
})

function topic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
