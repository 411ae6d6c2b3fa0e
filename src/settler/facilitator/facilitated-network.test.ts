import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { startMachine, until, type Machine } from '../machine.fixture.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'
import { price, sell } from '../sale.fixture.ts'
import { newWallet, openTestWorld, type TestChain, type TestWorld } from '../test-world.fixture.ts'
import type { Facilitator, FacilitatorRequest, SettleAnswer } from './facilitator.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
const payer = newWallet()
const relayer = newWallet()
const minute = 60_000
/** How far the settler's clock is from the machine's. */
let offset = 0
let asked = 0
const runInOrder = createOrderedRuns()
let settle: (request: FacilitatorRequest) => Promise<SettleAnswer>

const facilitator: Facilitator = {
  supported: () => Promise.resolve(new Set([base.chain.network.id])),
  verify: () => Promise.resolve({ kind: 'valid' }),
  settle(request) {
    asked += 1
    return settle(request)
  },
}
/** Sends the payment and answers at once, before it is mined. */
const sends = ({ authorization }: FacilitatorRequest): Promise<SettleAnswer> =>
  // One after the other, since the node counts the relayer's nonces.
  runInOrder('chain', async () => {
    const { to, data } = base.chain.transferCall([authorization])
    return { kind: 'says_settled', transaction: await base.send(relayer.address, to, data) }
  })
const unknown: SettleAnswer = { kind: 'unknown', why: 'timeout', transaction: null }
const hangs = () => new Promise<SettleAnswer>(() => {})

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund([payer.address, relayer.address], 1_000_000n)
  await base.node.call('anvil_impersonateAccount', relayer.address)
})
afterAll(() => world.close())
beforeEach(async () => {
  offset = 0
  asked = 0
  settle = sends
  ledger = await world.ledger()
})
afterEach(async () => {
  base.go()
  await machine.settler.drain(100)
})

/** Base, and how often a payment was looked for on it. */
function countedLooks(chain: Chain = base.chain): { readonly chain: Chain; readonly looks: () => number } {
  let looks = 0
  const authorizationFate: Chain['authorizationFate'] = (...values) => {
    looks += 1
    return chain.authorizationFate(...values)
  }
  return { chain: { ...chain, authorizationFate }, looks: () => looks }
}

async function begin(chain: Chain = base.chain, instance = 'one', reconciles = true): Promise<void> {
  machine = startMachine({ ledger, chains: [chain], facilitator, instance, clock: { now: () => Date.now() + offset } })
  await machine.settler.recover()
  if (reconciles) machine.settler.start()
}

const sale = () => sell(ledger, base, world.payTo, { payer })
const received = () => base.balance(world.payTo)
const stalled = () => !machine.settler.canSettle(base.chain.network.id, { amount: 1n })

test('a payment whose block is reorganised away is handed over again, and collected once', async () => {
  await begin()
  const before = await received()
  const payment = await sale()
  expect((await machine.settler.settle(payment, minute)).kind).toBe('settled')
  await base.reorganise()
  // The pool may bring its transaction back without our help.
  await until('settled in another block', async () => {
    const row = await ledger.find(payment.id)
    const receipt = row?.transaction ? await base.chain.receipt(row.transaction) : null
    return row?.state === 'settled' && receipt?.blockHash === row.blockHash
  })
  expect((await received()) - before).toBe(price)
})

test('an answer waits for as many blocks as its network requires', async () => {
  const { network } = base.chain
  const { chain, looks } = countedLooks({ ...base.chain, network: { ...network, confirmations: 3 } })
  await begin(chain)
  base.hold()
  const payment = await sale()
  const settling = machine.settler.settle(payment, minute)
  await until('handed over', () => asked === 1)
  await base.mine()
  await base.mine()
  const seen = looks()
  // So often that looks which became rarer and rarer would be minutes apart.
  await until('looked for again', () => looks() > seen + 15)
  expect((await ledger.find(payment.id))?.state).toBe('served')
  await base.mine()
  expect((await settling).kind).toBe('settled')
  base.go()
  expect(asked).toBe(1)
})

test('a clock that is put back by minutes does not delay the next try', async () => {
  await begin()
  settle = () => Promise.resolve(unknown)
  const payment = await sale()
  const settling = machine.settler.settle(payment, minute)
  await until('tried in vain', () => asked >= 2)
  offset = -10 * minute
  settle = sends
  expect((await settling).kind).toBe('settled')
})

test('a transaction that takes its time is found soon after it is mined, without another try', async () => {
  const { chain, looks } = countedLooks()
  await begin(chain)
  base.hold()
  const payment = await sale()
  let settled: string | null = null
  const settling = machine.settler.settle(payment, minute).then(({ kind }) => (settled = kind))
  await until('handed over', () => asked === 1)
  // Looks that became rarer and rarer would be seconds apart by now.
  await until('looked for often', () => looks() >= 10)
  base.go()
  // Turns rather than time, since they take longer too where the machine is loaded.
  let turns = 0
  for (; settled === null && turns < 100; turns++) {
    await base.chain.head()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await settling).toBe('settled')
  expect(turns).toBeLessThan(15)
})

test('a facilitator that sends a payment and never answers keeps its caller waiting for some blocks only', async () => {
  await begin()
  settle = async (request) => {
    await sends(request)
    return hangs()
  }
  expect((await machine.settler.settle(await sale(), minute)).kind).toBe('settled')
  settle = hangs
  expect((await machine.settler.settle(await sale(), 1_000)).kind).toBe('pending')
  // It is not handed over a second time while it may be on its way.
  expect(asked).toBe(2)
})

test('the service ends in time while its facilitator hangs, and continues after the next start', async () => {
  await begin()
  settle = hangs
  const payments = await Promise.all(Array.from({ length: 20 }, sale))
  const waiting = payments.map((payment) => machine.settler.settle(payment, minute))
  await until('as many as may hang', () => asked === 16)
  const elapsed = startStopwatch()
  await machine.settler.drain(300)
  expect(elapsed()).toBeLessThan(minute / 4)
  expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(payments.map(() => 'pending'))
  const before = await received()
  settle = sends
  await begin(base.chain, 'two')
  await until('all are settled', async () => (await received()) - before === 20n * price)
})

test('the networks of a facilitator that hangs are no longer offered, and one payment at a time is tried until it is back', async () => {
  await begin()
  settle = () => Promise.resolve(unknown)
  const payments = await Promise.all(Array.from({ length: 40 }, sale))
  const waiting = payments.map((payment) => machine.settler.settle(payment, minute))
  await until('gone', stalled)
  expect(machine.settler.isFacilitatorUp?.()).toBe(false)
  let one: ((answer: SettleAnswer) => void) | null = null
  settle = () => new Promise((resolve) => (one = resolve))
  // Its time is over, but what was sold already waits yet.
  offset = minute
  const before = asked
  await until('one is tried', () => asked > before)
  await until('the others wait', stalled)
  expect([asked - before, machine.settler.isFacilitatorUp?.()]).toEqual([1, true])
  settle = sends
  one!(unknown)
  expect((await Promise.all(waiting)).every(({ kind }) => kind === 'settled')).toBe(true)
  expect([stalled(), machine.settler.isFacilitatorUp?.()]).toEqual([false, true])
})

test('the networks of a facilitator that refuses good payments are no longer offered; one refused payer changes nothing', async () => {
  await begin()
  settle = () => Promise.resolve({ kind: 'says_failed', reason: 'not_in_the_mood', transaction: null })
  const first = machine.settler.settle(await sale(), minute)
  await until('refused again and again', () => asked >= 4)
  expect(stalled()).toBe(false)
  const others = [await sale(), await sale()].map((payment) => machine.settler.settle(payment, minute))
  await until('gone', stalled)
  settle = sends
  expect((await Promise.all([first, ...others])).map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled'])
  expect(stalled()).toBe(false)
})

test('a payment that an earlier process may have handed over is looked up before it is handed over again', async () => {
  await begin(base.chain, 'one', false)
  settle = hangs
  const payment = await sell(ledger, base, world.payTo, { payer, instance: 'earlier', leaseMs: 0 })
  const { to, data } = base.chain.transferCall([
    { from: payment.payer, to: payment.payTo, value: payment.amount, ...payment.authorization! },
  ])
  const hash = await base.send(relayer.address, to, data)
  await until('mined', async () => (await base.chain.receipt(hash)) !== null)
  expect((await machine.settler.settle(payment, minute)).kind).toBe('settled')
  expect(asked).toBe(0)
})
