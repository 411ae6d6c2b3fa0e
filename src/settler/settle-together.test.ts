import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../shared/bytes.ts'
import { startMachine, until } from './machine.fixture.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestWorld } from './test-world.fixture.ts'

let world: TestWorld
const payers = Array.from({ length: 50 }, newWallet)

beforeAll(async () => {
  world = await openTestWorld()
  const addresses = payers.map((payer) => payer.address)
  await Promise.all([world.base.fund(addresses, 1_000_000n), world.skale.fund(addresses, 1_000_000n)])
})
afterEach(() => world.base.go())
afterAll(() => world.close())

async function signers(count: number) {
  const wallets = Array.from({ length: count }, newWallet)
  await Promise.all(
    [world.base, world.skale].map((chain) =>
      chain.fund(
        wallets.map((one) => one.address),
        0n,
      ),
    ),
  )
  return wallets
}

describe('settling many payments', () => {
  test('200 payments from 50 wallets at once are settled once each, in a few transactions', async () => {
    const ledger = await world.ledger()
    const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: await signers(1) })
    await settler.recover()
    const before = await world.base.balance(world.payTo)
    const payments = await Promise.all(
      Array.from({ length: 200 }, (_, index) => sell(ledger, world.base, world.payTo, { payer: payers[index % 50]! })),
    )
    const outcomes = await Promise.all(payments.map((payment) => settler.settle(payment, 60_000)))
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(payments.map(() => 'settled'))
    expect((await world.base.balance(world.payTo)) - before).toBe(200n * price)
    const transactions = new Set(outcomes.map((outcome) => (outcome.kind === 'settled' ? outcome.payment.transaction : null)))
    expect(transactions.size).toBeLessThanOrEqual(10)
    for (const hash of transactions) {
      const { gasUsed } = (await world.base.chain.receipt(hash!))!
      const { gas } = await world.base.node.call<{ gas: Hex }>('eth_getTransactionByHash', hash)
      expect(Number(gasUsed) / Number(gas)).toBeLessThan(0.9)
    }
    const [total] = await ledger.totals()
    expect(total).toMatchObject({ state: 'settled', payments: 200n, amount: 200n * price })
    await settler.drain(1_000)
  })

  test('two signers share the work', async () => {
    const ledger = await world.ledger()
    const two = await signers(2)
    const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: two, policy: { batchSize: 10 } })
    await settler.recover()
    const payments = await Promise.all(
      Array.from({ length: 40 }, (_, index) => sell(ledger, world.base, world.payTo, { payer: payers[index]! })),
    )
    const outcomes = await Promise.all(payments.map((payment) => settler.settle(payment, 60_000)))
    expect(outcomes.every((outcome) => outcome.kind === 'settled')).toBe(true)
    const sent = await Promise.all(two.map((one) => world.base.chain.accountNonce(one.address, 'latest')))
    expect(sent.every((count) => count > 0)).toBe(true)
    await settler.drain(1_000)
  })

  test('without Multicall3, in legacy transactions, each is sent alone with consecutive nonces', async () => {
    const ledger = await world.ledger()
    const [signer] = await signers(1)
    const { settler } = startMachine({ ledger, chains: [world.skale.chain], signers: [signer!] })
    await settler.recover()
    const before = await world.skale.balance(world.payTo)
    const payments = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sell(ledger, world.skale, world.payTo, { payer: payers[index]! })),
    )
    const outcomes = await Promise.all(payments.map((payment) => settler.settle(payment, 60_000)))
    expect(outcomes.every((outcome) => outcome.kind === 'settled')).toBe(true)
    expect(await world.skale.chain.accountNonce(signer!.address, 'latest')).toBe(20)
    expect((await world.skale.balance(world.payTo)) - before).toBe(20n * price)
    const { type } = await world.skale.node.call<{ type: Hex }>(
      'eth_getTransactionByHash',
      outcomes[0]!.kind === 'settled' ? outcomes[0]!.payment.transaction : null,
    )
    expect(type).toBe('0x0')
    await settler.drain(1_000)
  })

  test('a payment is settled once however often it is handed over, and pending comes with its transaction', async () => {
    const ledger = await world.ledger()
    const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: await signers(1) })
    await settler.recover()
    world.base.hold()
    const payment = await sell(ledger, world.base, world.payTo, { payer: payers[0]! })
    const started = settler.settle(payment, 60_000)
    await until('sent', async () => (await ledger.find(payment.id))!.state === 'settling')
    const sent = (await ledger.find(payment.id))!
    const [first, second] = await Promise.all([settler.settle(sent, 0), settler.settle(sent, 0)])
    expect(first.kind).toBe('pending')
    expect(first).toEqual(second)
    expect(first).toMatchObject({ transaction: sent.transaction })
    const joined = settler.settle(sent, 60_000)
    world.base.go()
    expect((await joined).kind).toBe('settled')
    expect((await started).kind).toBe('settled')
    await until('settled', async () => (await ledger.find(payment.id))!.state === 'settled')
    expect((await settler.settle((await ledger.find(payment.id))!, 0)).kind).toBe('settled')
    await settler.drain(1_000)
  })

  test('what was handed over before a drain is still settled, nothing after', async () => {
    const ledger = await world.ledger()
    const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: await signers(1) })
    await settler.recover()
    const payments = await Promise.all(payers.slice(0, 3).map((payer) => sell(ledger, world.base, world.payTo, { payer })))
    const settling = settler.settle(payments[0]!, 60_000)
    const drained = settler.drain(60_000)
    expect((await settler.settle(payments[1]!, 0)).kind).toBe('pending')
    expect((await settling).kind).toBe('settled')
    await drained
    expect((await ledger.find(payments[2]!.id))!.state).toBe('served')
    expect(await ledger.takeLease({ name: 'x', owner: 'y', until: 1, now: 0, force: false })).toBe(true)
  })

  test('a settlement is reported only when it is as deep as its network requires', async () => {
    const ledger = await world.ledger()
    const chain = { ...world.base.chain, network: { ...world.base.chain.network, confirmations: 3 } }
    const { settler } = startMachine({ ledger, chains: [chain], signers: await signers(1) })
    await settler.recover()
    const payment = await sell(ledger, world.base, world.payTo, { payer: payers[0]! })
    const settling = settler.settle(payment, 60_000)
    await until('mined', async () => {
      const { transaction } = (await ledger.find(payment.id))!
      return transaction !== null && (await world.base.chain.receipt(transaction)) !== null
    })
    const mined = (await ledger.find(payment.id))!
    const { blockNumber } = (await world.base.chain.receipt(mined.transaction!))!
    expect((await settler.settle(mined, 0)).kind).toBe('pending')
    await world.base.mine()
    expect((await ledger.find(payment.id))!.state).toBe('settling')
    await world.base.mine()
    expect((await settling).kind).toBe('settled')
    expect((await world.base.chain.head()).number - blockNumber).toBe(2n)
    await settler.drain(1_000)
  })
})
