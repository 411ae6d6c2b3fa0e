import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMachine } from './machine.fixture.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestWorld } from './test-world.fixture.ts'

let world: TestWorld
const signer = newWallet()
const payer = newWallet()
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address], 1_000_000n)
})
afterAll(() => world.close())

test('a payment with which our own code fails keeps none of the others waiting, and is tried again', async () => {
  const { base } = world
  const ledger = await world.ledger()
  let bad: string | null = null
  const chain: typeof base.chain = {
    ...base.chain,
    transferCall(authorizations) {
      if (authorizations.some(({ nonce }) => nonce === bad)) throw new TypeError('stumbled')
      return base.chain.transferCall(authorizations)
    },
  }
  const machine = startMachine({ ledger, chains: [chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const before = await base.balance(world.payTo)
  const payments = await Promise.all([1, 2, 3, 4, 5].map(() => sell(ledger, base, world.payTo, { payer })))
  bad = payments[2]!.authorization!.nonce
  const kinds = async (ms: number) => {
    const outcomes = await Promise.all(payments.map((payment) => machine.settler.settle(payment, ms)))
    return outcomes.map(({ kind }) => kind)
  }
  expect(await kinds(3_000)).toEqual(['settled', 'settled', 'pending', 'settled', 'settled'])
  bad = null
  expect(await kinds(8_000)).toEqual(payments.map(() => 'settled'))
  expect((await base.balance(world.payTo)) - before).toBe(5n * price)
  await machine.settler.drain(1_000)
})
