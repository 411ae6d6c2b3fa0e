import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTurnQueue } from '../../chain/follow/turn-queue.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { startMachine } from '../../settler/machine.fixture.ts'
import { price, sell } from '../../settler/sale.fixture.ts'
import { createRefundWallet } from '../../settler/signer.ts'
import { newWallet, openTestWorld, type TestWallet, type TestWorld } from '../../settler/test-world.fixture.ts'
import type { Hex } from '../../shared/bytes.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { createRefunds } from '../refunds/create-refunds.ts'
import { isBalanced } from './reconciliation-text.ts'
import { reconcile } from './reconcile.ts'

/** What a refund costs, which the payer bears. */
const cost = 100n
const net = price - cost

let world: TestWorld
const [signer, payer, other] = [newWallet(), newWallet(), newWallet()]
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address, other.address], 10_000_000n)
})
afterAll(() => world.close())

let payTo: Hex
let wallet: TestWallet
/** The ledger that sold and gave back. */
let original: Ledger
let credits: Payment[]
beforeEach(async () => {
  payTo = newWallet().address.toLowerCase() as Hex
  wallet = newWallet()
  await world.base.fund([wallet.address], 1_000_000n)
  const sold = await newLedger()
  await withMachine(sold, async (settler) => {
    const payments = await Promise.all([payer, payer, other].map((one) => sell(sold, world.base, payTo, { payer: one })))
    for (const payment of payments) expect((await settler.settle(payment, 60_000)).kind).toBe('settled')
  })
  // A block is final when some are on top of it.
  await world.base.node.call('anvil_mine', '0x80', '0x0')
  original = await newLedger()
  const { findings } = await compare(original)
  credits = await Promise.all(findings.map(async ({ payment }) => (await original.find(payment!))!))
  expect(credits.map(({ state, final }) => [state, final])).toEqual([1, 2, 3].map(() => ['credit', true]))
})

async function newLedger(): Promise<Ledger> {
  const ledger = await world.ledger()
  await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  return ledger
}

async function withMachine(ledger: Ledger, run: (settler: ReturnType<typeof startMachine>['settler']) => Promise<void>): Promise<void> {
  const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: [signer] })
  await settler.recover()
  settler.start()
  await run(settler)
  await settler.drain(5_000)
}

/** A ledger that was restored from before the refunds: it has the credits with their receipts. */
async function restored({ final = true } = {}): Promise<Ledger> {
  const ledger = await newLedger()
  for (const credit of credits) {
    const { id, network, asset, payTo: to, amount, offerId, client, claimedAt } = credit
    const { authorization, transaction, blockNumber, blockHash, logIndex } = credit
    const place = { transaction: transaction!, blockNumber: blockNumber!, blockHash: blockHash!, logIndex: logIndex!, occurrence: 0 }
    const from = { id, network, asset, payer: credit.payer, payTo: to, amount, offerId, client, authorization: authorization! }
    await ledger.adoptPayment({ ...from, ...place, paidAt: claimedAt, final, at: Date.now(), instance: 'here' })
  }
  return ledger
}

/** Gives a payment back as the service does, until it is on chain and final. */
async function giveBack(ledger: Ledger, credit: Payment): Promise<void> {
  await withMachine(ledger, async (settler) => {
    const chains = new Map([[world.base.chain.network.id, world.base.chain]])
    const parts = { ledger, settler, chains, wallet: createRefundWallet(wallet.privateKey), instance: 'one', clock: systemClock }
    const refunds = createRefunds({
      ...parts,
      costs: { figures: () => ({ perPayment: cost }) as never },
      rules: { maxRuns: 3, afterMs: 1e12, limits: { perDay: 1_000_000n, perPayer: 1_000_000n } },
      random: systemRandom,
      log: silentLog,
      metrics: silentMetrics,
    })
    const answer = await refunds.giveBack(credit.id)
    if (answer.result !== 'asked') throw new Error(answer.why)
    const refund = (await ledger.find(answer.refund))!
    expect((await settler.settle(refund, 60_000)).kind).toBe('settled')
    // It is closed when its block is final.
    await world.base.node.call('anvil_mine', '0x80', '0x0')
    await ledger.finalize({ ids: [refund.id] })
    await ledger.endRefunds({ closedBefore: 0n })
  })
}

async function compare(ledger: Ledger, { adopt = true } = {}) {
  const { chain } = world.base
  const parts = { ledger, payTo, signers: [signer.address.toLowerCase() as Hex], refundsFrom: wallet.address.toLowerCase() as Hex }
  const system = { clock: systemClock, random: systemRandom, instance: 'here', ownTurn: createTurnQueue(systemTimers) }
  const result = await reconcile({ ...parts, ...system, chains: new Map([[chain.network.id, chain]]) }, { since: { block: 0n }, adopt })
  return { ...result.networks[0]!, difference: result.difference, balanced: isBalanced(result) }
}

const statesOf = (ledger: Ledger, payments: readonly Payment[]) =>
  Promise.all(payments.map(async ({ id }) => (await ledger.find(id))!.state))
const totalsOf = async (ledger: Ledger) =>
  (await ledger.totals()).map(({ state, payments, amount }) => `${payments} ${state} ${amount}`).toSorted()

test('a refund that a restored ledger does not know is booked once, less what it cost, and its credit is closed', async () => {
  await giveBack(original, credits[0]!)
  await giveBack(original, credits[2]!)
  const ledger = await restored()
  const seen = await compare(ledger, { adopt: false })
  expect(seen).toMatchObject({ kinds: { to_adopt: { count: 2, amount: 2n * net } }, balanced: false })
  expect(seen.kinds.refund_unknown).toBeUndefined()
  expect(seen.givenBack).toEqual({ onChain: 2n * net, booked: 0n, difference: 2n * net })
  expect(await statesOf(ledger, credits)).toEqual(['credit', 'credit', 'credit'])

  const first = await compare(ledger)
  expect(first.kinds).toEqual({ refund_booked: { count: 2, amount: 2n * net } })
  expect(first).toMatchObject({ difference: 0n, balanced: true, givenBack: { onChain: 2n * net, booked: 2n * net, difference: 0n } })
  expect(await statesOf(ledger, credits)).toEqual(['refunded', 'credit', 'refunded'])
  expect(await totalsOf(ledger)).toEqual(await totalsOf(original))
  const before = await totalsOf(ledger)
  expect(await compare(ledger)).toMatchObject({ kinds: {}, difference: 0n, balanced: true })
  expect(await totalsOf(ledger)).toEqual(before)
  expect(await compare(original)).toMatchObject({ kinds: {}, difference: 0n, balanced: true })
})

test('a refund is booked too where the ledger has not learnt yet that its payment is final', async () => {
  await giveBack(original, credits[0]!)
  const ledger = await restored({ final: false })
  expect((await compare(ledger)).kinds).toEqual({ refund_booked: { count: 1, amount: net } })
  expect(await statesOf(ledger, credits)).toEqual(['refunded', 'credit', 'credit'])
})

test('a ledger that knows neither the payments nor their refunds takes in both, and closes as many credits as were given back', async () => {
  await giveBack(original, credits[0]!)
  await giveBack(original, credits[1]!)
  const ledger = await newLedger()
  const first = await compare(ledger)
  expect(first.kinds).toEqual({ adopted: { count: 3, amount: 3n * price }, refund_booked: { count: 2, amount: 2n * net } })
  expect(first).toMatchObject({ difference: 0n, balanced: true })
  expect(await totalsOf(ledger)).toEqual(await totalsOf(original))
  expect(await compare(ledger)).toMatchObject({ kinds: {}, difference: 0n, balanced: true })
  // What is left is the payment of the payer who got nothing back.
  expect((await ledger.creditsOfPayer({ network: 'eip155:8453', payer: payer.address.toLowerCase() as Hex })).length).toBe(0)
  expect((await ledger.creditsOfPayer({ network: 'eip155:8453', payer: other.address.toLowerCase() as Hex })).length).toBe(1)
})

test('what left the wallet and gives back no payment is named with its transaction and payee, and closes nothing', async () => {
  const stranger = newWallet().address.toLowerCase()
  await world.base.transfer(wallet, stranger as Hex, 123n)
  // By another ledger with the same wallet, to a payer who has no payment here.
  const elsewhere = await restored()
  await giveBack(elsewhere, credits[2]!)
  const ledger = await newLedger()
  await compare(ledger)
  const paidBefore = await ledger.creditsOfPayer({ network: 'eip155:8453', payer: other.address.toLowerCase() as Hex })
  expect(paidBefore).toEqual([])
  const again = await compare(ledger)
  expect(again.kinds).toEqual({ refund_unknown: { count: 1, amount: 123n } })
  expect(again).toMatchObject({ balanced: false, givenBack: { onChain: net, booked: net, difference: 0n } })
  const finding = { kind: 'refund_unknown', payer: stranger, amount: 123n, payment: null }
  expect(again.findings).toMatchObject([{ ...finding, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/), block: expect.any(BigInt) }])
})

test('a refund that is on chain, and that the ledger still settles, is listed as under way and booked once', async () => {
  const ledger = await restored()
  const [credit] = credits
  await giveBack(original, credit!)
  const refund = (await original.refundOf(credit!.id))!
  const { authorization, amount } = (await original.find(refund.id))!
  const asked = await ledger.askRefund({
    credit: (await ledger.find(credit!.id))!,
    day: '2026-11-24',
    at: Date.now(),
    reason: 'ordered',
    limits: { perDay: 1n << 60n, perPayer: 1n << 60n },
    refund: {
      id: 'f'.repeat(32),
      from: wallet.address.toLowerCase() as Hex,
      net: amount,
      authorization: authorization!,
      instance: 'here',
      leaseUntil: 0,
      claimBlock: 1n,
    },
  })
  expect(asked.result).toBe('asked')
  expect((await compare(ledger)).kinds).toEqual({ pending: { count: 1, amount: net } })
  await withMachine(ledger, async (settler) => {
    expect((await settler.settle((await ledger.find('f'.repeat(32)))!, 60_000)).kind).toBe('settled')
  })
  expect(await compare(ledger)).toMatchObject({ kinds: {}, difference: 0n, balanced: true })
  expect(await world.base.balance(wallet.address)).toBe(1_000_000n - net)
})
