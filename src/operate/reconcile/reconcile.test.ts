import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTurnQueue } from '../../chain/follow/turn-queue.ts'
import { encodeTransfer } from '../../chain/transfer-call.ts'
import { RpcRejected, RpcUnreachable, type Chain } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { startMachine } from '../../settler/machine.fixture.ts'
import { price, sell } from '../../settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWorld } from '../../settler/test-world.fixture.ts'
import type { Hex } from '../../shared/bytes.ts'
import { reconcile } from './reconcile.ts'
import { differenceLine, isBalanced, reconciliationText } from './reconciliation-text.ts'

let world: TestWorld
const [signer, payer, stranger] = [newWallet(), newWallet(), newWallet()]
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address, stranger.address], 10_000_000n)
})
afterAll(() => world.close())

/** A ledger that asked this price, and an address of its own. */
async function newLedger(): Promise<{ readonly ledger: Ledger; readonly payTo: Hex }> {
  const ledger = await world.ledger()
  await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  return { ledger, payTo: newWallet().address.toLowerCase() as Hex }
}

/** Sells payments and settles them on chain, by the service that has this ledger. */
async function settle(ledger: Ledger, payTo: Hex, count: number, chain = world.base): Promise<Payment[]> {
  const machine = startMachine({ ledger, chains: [chain.chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const sold = await Promise.all(Array.from({ length: count }, () => sell(ledger, chain, payTo, { payer })))
  const outcomes = await Promise.all(sold.map((payment) => machine.settler.settle(payment, 60_000)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(sold.map(() => 'settled'))
  await machine.settler.drain(5_000)
  return Promise.all(sold.map(async ({ id }) => (await ledger.find(id))!))
}

/** Somebody else brings an authorization on chain. */
async function submit({ payer, payTo, amount, authorization }: Payment): Promise<void> {
  const { nonce, validAfter, validBefore, signature } = authorization!
  const data = encodeTransfer({ from: payer, to: payTo, value: amount, validAfter, validBefore, nonce, signature })
  await world.base.node.call('anvil_impersonateAccount', stranger.address)
  const hash = await world.base.send(stranger.address, world.base.chain.network.asset, data)
  await minedReceipt(hash)
}

async function minedReceipt(hash: Hex) {
  for (;;) {
    const receipt = await world.base.chain.receipt(hash)
    if (receipt) return receipt
    await world.base.mine()
  }
}

function compare(ledger: Ledger, payTo: Hex, { adopt = true, chain = world.base.chain }: { adopt?: boolean; chain?: Chain } = {}) {
  const parts = {
    ledger,
    payTo,
    signers: [signer.address.toLowerCase() as Hex],
    refundsFrom: null,
    clock: systemClock,
    random: systemRandom,
    instance: 'here',
    ownTurn: createTurnQueue(systemTimers),
  }
  return reconcile({ ...parts, chains: new Map([[chain.network.id, chain]]) }, { since: { block: 0n }, adopt })
}

const kindsOf = async (...given: Parameters<typeof compare>) => (await compare(...given)).networks[0]!.kinds

describe('a ledger that is compared with a chain', () => {
  test('agrees with it where nothing is missing, in batches and alone, and says so in its last line', async () => {
    const { ledger, payTo } = await newLedger()
    await settle(ledger, payTo, 3)
    await settle(ledger, payTo, 1)
    const result = await compare(ledger, payTo)
    expect(result.networks).toMatchObject([
      { agreed: { count: 4, amount: 4n * price }, kinds: {}, findings: [], received: { difference: 0n } },
    ])
    expect(reconciliationText(result).trimEnd().split('\n').at(-1)).toBe(
      'Chains and ledger agree on 1 network: the difference is 0 base units (0 USDC).',
    )
  })

  test('takes in what it does not know, once, with the window and the signature of the calldata', async () => {
    const { ledger: lost, payTo } = await newLedger()
    const { ledger } = await newLedger()
    const known = await settle(ledger, payTo, 1)
    const missing = [...(await settle(lost, payTo, 3)), ...(await settle(lost, payTo, 1))]
    const seen = await compare(ledger, payTo, { adopt: false })
    expect(seen).toMatchObject({ difference: 4n * price, networks: [{ kinds: { to_adopt: { count: 4, amount: 4n * price } } }] })
    expect(isBalanced(seen)).toBe(false)
    expect(differenceLine(seen)).toContain('do not agree on 1 network: the difference is 30000 base units (0.03 USDC)')

    const result = await compare(ledger, payTo)
    expect(result).toMatchObject({
      difference: 0n,
      networks: [{ kinds: { adopted: { count: 4, amount: 4n * price } }, agreed: { count: 1 } }],
    })
    const adopted = await Promise.all(result.networks[0]!.findings.map(async ({ payment }) => (await ledger.find(payment!))!))
    const part = ({ payer, amount, authorization, transaction, blockNumber, blockHash, logIndex }: Payment) => ({
      payer,
      amount,
      authorization,
      transaction,
      blockNumber,
      blockHash,
      logIndex,
    })
    const inOrder = (payments: readonly Payment[]) =>
      payments.map(part).toSorted((a, b) => (a.authorization!.nonce < b.authorization!.nonce ? -1 : 1))
    expect(inOrder(adopted)).toEqual(inOrder(missing))
    expect(new Set(adopted.map(({ state, timing, offerId, client }) => `${state} ${timing} ${offerId} ${client}`))).toEqual(
      new Set([`credit first test ${known[0]!.client}`]),
    )
    expect(result.networks[0]!.signers).toMatchObject([{ onChain: expect.any(Number), inLedger: expect.any(Number) }])
    expect(await kindsOf(ledger, payTo)).toEqual({})
    expect(
      (await ledger.totals()).map(({ state, payments }) => [state, payments] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toEqual([
      ['credit', 4n],
      ['settled', 1n],
    ])
  })

  test('takes in what it had released, and settles what it had refused, where somebody brought it on chain', async () => {
    const { ledger, payTo } = await newLedger()
    const released = await sell(ledger, world.base, payTo, { payer, unserved: true })
    await ledger.release({ ...released, reason: 'run_failed', counted: null })
    const refused = await sell(ledger, world.base, payTo, { payer })
    await ledger.refuse({ id: refused.id, reason: 'invalid_exact_evm_payload_authorization_valid_before', at: Date.now() })
    for (const payment of [released, refused]) await submit(payment)
    const result = await compare(ledger, payTo)
    expect(result).toMatchObject({ difference: 0n, networks: [{ kinds: { adopted: { count: 1 }, settled_late: { count: 1 } } }] })
    expect(await ledger.find(released.id)).toMatchObject({ state: 'credit', timing: 'first', client: released.client })
    expect(await ledger.find(refused.id)).toMatchObject({ state: 'settled' })
  })

  test('leaves apart what is no payment, lists what is under way, and finds what is not on chain', async () => {
    const { ledger, payTo } = await newLedger()
    await world.base.transfer(payer, payTo, price)
    const { ledger: other } = await newLedger()
    await submit(await sell(other, world.base, payTo, { payer: stranger, amount: 123_456n }))
    const pending = await sell(ledger, world.base, payTo, { payer })
    await submit(pending)
    const [fake] = await settle(ledger, newWallet().address, 1)
    const forged = await sell(ledger, world.base, payTo, { payer })
    const { transaction, blockNumber, blockHash } = fake!
    const place = {
      transaction: transaction!,
      blockNumber: blockNumber!,
      blockHash: blockHash!,
      logIndex: 99,
      occurrence: 0,
      at: Date.now(),
    }
    await ledger.settle([{ id: forged.id, ...place }])
    const result = await compare(ledger, payTo)
    expect(result.networks).toMatchObject([
      {
        kinds: {
          apart: { count: 2, amount: price + 123_456n },
          pending: { count: 1, amount: price },
          not_on_chain: { count: 1, amount: price },
        },
        received: { onChain: price, booked: price, difference: 0n },
      },
    ])
    expect(isBalanced(result)).toBe(false)
    const { findings } = result.networks[0]!
    expect(findings.find(({ kind }) => kind === 'not_on_chain')).toMatchObject({ payment: forged.id })
    expect(reconciliationText(result)).toContain('are no payments as far as can be seen')
  })

  test('is read in windows of 2,000 blocks, which a node may make smaller, and a node that fails is named', async () => {
    const { ledger: lost, payTo } = await newLedger()
    const { ledger } = await newLedger()
    await settle(lost, payTo, 1)
    // 2,050 blocks, in parts that a busy machine mines within the time of a call.
    for (let part = 0; part < 10; part++) await world.base.node.call('anvil_mine', '0xcd', '0x0')
    await settle(lost, payTo, 1)
    const spans: bigint[] = []
    const { chain } = world.base
    const call: Chain['rpc']['call'] = async (method, params, options) => {
      if (method === 'eth_getLogs') {
        const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
        const blocks = BigInt(toBlock) - BigInt(fromBlock) + 1n
        spans.push(blocks)
        if (blocks > 700n) throw new RpcRejected(-32_005, 'block range too large')
      }
      return chain.rpc.call(method, params, options)
    }
    const result = await compare(ledger, payTo, { chain: { ...chain, rpc: { call } } })
    expect(result).toMatchObject({ difference: 0n, networks: [{ kinds: { adopted: { count: 2 } } }] })
    expect(spans.every((blocks) => blocks <= 2_000n)).toBe(true)
    const down = { ...chain, head: () => Promise.reject(new RpcUnreachable('no answer')) } as Chain
    const unread = await compare(ledger, payTo, { chain: down })
    expect(unread).toMatchObject({ networks: [], unread: [{ network: chain.network.id, reason: 'no answer' }] })
    expect(differenceLine(unread)).toBe('Nothing was compared: no network answered.')
  })
})
