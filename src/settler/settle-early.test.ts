import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment, PaymentState } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import { startMachine, until, type Machine } from './machine.fixture.ts'
import type { SettlerPolicy } from './policy.ts'
import { price, sell, type SaleWish } from './sale.fixture.ts'
import { newWallet, openTestWorld, type TestChain, type TestWallet, type TestWorld } from './test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let signer: TestWallet
let machine: Machine

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
})
afterAll(() => world.close())

async function begin(policy: Partial<SettlerPolicy> = {}): Promise<void> {
  ledger = await world.ledger()
  signer = newWallet()
  await base.fund([signer.address], 0n)
  await start(policy)
}

async function start(policy: Partial<SettlerPolicy> = {}, instance = 'one'): Promise<void> {
  machine = startMachine({ ledger, chains: [base.chain], signers: [signer], instance, policy: { earlyBatchMs: 50, ...policy } })
  await machine.settler.recover()
  machine.settler.start()
}

async function payersWith(units: bigint, count: number): Promise<TestWallet[]> {
  const wallets = Array.from({ length: count }, newWallet)
  await base.fund(
    wallets.map(({ address }) => address),
    units,
  )
  return wallets
}

const sale = (payer: TestWallet, wish: Partial<SaleWish> = {}) => sell(ledger, base, world.payTo, { payer, early: true, ...wish })
const untilState = (payment: Payment, state: PaymentState) =>
  until(`${payment.id} is ${state}`, async () => (await ledger.find(payment.id))!.state === state)
const barred = (payer: TestWallet) => ledger.barredUntil({ payer: payer.address, now: Date.now() })
const elsewhere = newWallet().address

test('an early payment that fails bars its payer, is never refused, and is collected when the money is back', async () => {
  await begin()
  const [payer] = await payersWith(price, 1)
  const payment = await sale(payer!)
  await base.transfer(payer!, elsewhere, price)
  expect(await machine.settler.settle(payment, 0)).toMatchObject({ kind: 'pending' })
  await until('its payer is barred', async () => (await barred(payer!)) > 0)
  expect((await ledger.find(payment.id))!.state).toBe('served')
  await base.fund([payer!.address], price)
  await untilState(payment, 'settled')
  // The node refused each attempt before it cost any gas.
  expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(1)
  await machine.settler.drain(1_000)
})

test('one that nobody can collect any more is owed, and its payer’s settled payments no longer count', async () => {
  await begin()
  const [payer] = await payersWith(2n * price, 1)
  const first = await sale(payer!)
  await machine.settler.settle(first, 0)
  await untilState(first, 'settled')
  expect([machine.settler.settledBy(payer!.address), machine.settler.settledValueBy(payer!.address)]).toEqual([1, price])
  const payment = await sale(payer!, { validBefore: BigInt(Math.floor(Date.now() / 1000) + 3) })
  await base.transfer(payer!, elsewhere, price)
  await machine.settler.settle(payment, 0)
  await untilState(payment, 'owed')
  expect((await ledger.find(payment.id))!.reason).toBe('invalid_exact_evm_payload_authorization_valid_before')
  expect([machine.settler.settledBy(payer!.address), machine.settler.settledValueBy(payer!.address)]).toEqual([0, 0n])
  expect(await barred(payer!)).toBe(0)
  await machine.settler.drain(1_000)
})

test('a process that was killed after the answer settles it when it starts again', async () => {
  await begin()
  const [payer] = await payersWith(price, 1)
  const payment = await sale(payer!)
  machine.stop()
  await start({}, 'two')
  await untilState(payment, 'settled')
  expect(await base.balance(payer!.address)).toBe(0n)
  await machine.settler.drain(1_000)
})

/** Gas per payment of these, in the transactions that settled them. */
async function gasOf(payments: readonly Payment[]): Promise<{ transactions: number; each: number }> {
  const hashes = new Set<Hex>()
  for (const { id } of payments) hashes.add((await ledger.find(id))!.transaction!)
  const receipts = await Promise.all([...hashes].map((hash) => base.chain.receipt(hash)))
  const gas = receipts.reduce((sum, receipt) => sum + receipt!.gasUsed, 0n)
  return { transactions: hashes.size, each: Number(gas) / payments.length }
}

/** Payments that come a tenth of a second apart. */
async function sellSlowly(payers: readonly TestWallet[], early: boolean): Promise<Payment[]> {
  const sold: Payment[] = []
  for (const payer of payers) {
    const payment = await sale(payer, { early })
    sold.push(payment)
    const settled = machine.settler.settle(payment, early ? 0 : 60_000)
    if (!early) await settled
  }
  for (const payment of sold) await untilState(payment, 'settled')
  return sold
}

test('payments whose callers have their answers share a transaction, which a waiting caller takes along', async () => {
  await begin({ earlyBatchMs: 6_000 })
  const payers = await payersWith(price, 24)
  const waited = await gasOf(await sellSlowly(payers.slice(0, 8), false))
  const early = await gasOf(await sellSlowly(payers.slice(8, 16), true))
  expect(waited.transactions).toBe(8)
  expect(early.transactions).toBe(1)
  expect(early.each).toBeLessThan(waited.each)
  const open: Payment[] = []
  for (const payer of payers.slice(16, 23)) {
    open.push(await sale(payer))
    await machine.settler.settle(open.at(-1)!, 0)
  }
  const hurried = await sale(payers[23]!, { early: false })
  expect(await machine.settler.settle(hurried, 4_000)).toMatchObject({ kind: 'settled' })
  for (const payment of open) await untilState(payment, 'settled')
  expect((await gasOf([...open, hurried])).transactions).toBe(1)
  await machine.settler.drain(1_000)
})
