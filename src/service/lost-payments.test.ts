import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { createTurnQueue } from '../chain/indexes/turn-queue.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { authorizationIdentity } from '../ledger/payments/identity.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { startMachine } from '../settler/machine.fixture.ts'
import { price, sell } from '../settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWorld } from '../settler/test-world.fixture.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { createLostPayments, openLostPayments } from './lost-payments.ts'

let world: TestWorld
const [signer, payer] = [newWallet(), newWallet()]
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address], 1_000_000n)
})
afterAll(() => world.close())

const noFiles = { write: async () => {}, read: async () => undefined, remove: async () => {}, list: async () => [] }

/** A payment on the chain, by a ledger that is lost then. */
async function settled(payTo: Hex) {
  const lost = await world.ledger()
  const machine = startMachine({ ledger: lost, chains: [world.base.chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const payment = await sell(lost, world.base, payTo, { payer })
  expect((await machine.settler.settle(payment, 60_000)).kind).toBe('settled')
  await machine.settler.drain(5_000)
  return (await lost.find(payment.id))!
}

/** A ledger that has never heard of it. */
async function emptyLedger(payTo: Hex) {
  const ledger = createLedger({ store: memoryStore(), answerFiles: noFiles })
  await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  const { chain } = world.base
  const parts = {
    ledger,
    chains: new Map([[chain.network.id, chain]]) as ReadonlyMap<Chain['network']['id'], Chain>,
    payTo,
    signers: [signer.address.toLowerCase() as Hex],
    refundsFrom: null,
    instance: 'here',
    clock: systemClock,
    random: systemRandom,
    ownTurn: createTurnQueue(systemTimers),
  }
  return { ledger, parts }
}

test('a server that lost the last payments holds up sales at once; then they are credits of the calls that this process remembers', async () => {
  const payTo = newWallet().address.toLowerCase() as Hex
  const payment = await settled(payTo)
  const { network, asset, payer: from, authorization } = payment
  const { ledger, parts } = await emptyLedger(payTo)
  let lose = (_since: number) => {}
  const server = { onLoss: (listener: (since: number) => void) => void (lose = listener) }
  const { restored, lostPayments, recentClaims } = await openLostPayments({ ...parts, server, log: silentLog, asksChains: false })
  const identity = authorizationIdentity(network, asset, from, authorization!.nonce)
  recentClaims!.remember(identity, { id: payment.id, offerId: 'test', client: '192.0.2.1', keys: ['a key'], at: Date.now() })
  expect([restored.isCompared(network), lostPayments.standing(network)]).toEqual([true, 'complete'])

  lose(Date.now() - 5_000)
  expect([restored.isCompared(network), lostPayments.standing(network)]).toEqual([false, 'not_compared'])
  await restored.compare()
  expect([restored.isCompared(network), lostPayments.standing(network)]).toEqual([true, 'compared'])
  // Under the receipt that its payer has.
  const adopted = await ledger.hotByIdentity(identity)
  expect(adopted).toMatchObject({
    id: payment.id,
    state: 'credit',
    reason: 'adopted',
    offerId: 'test',
    client: '192.0.2.1',
    keys: ['a key'],
  })
})

test('a payment is taken in only from a block that may have been lost', async () => {
  const payTo = newWallet().address.toLowerCase() as Hex
  const { network, asset, payer: from, authorization, blockNumber } = await settled(payTo)
  const { ledger, parts } = await emptyLedger(payTo)
  const one = { network, asset, payer: from, nonce: authorization!.nonce }
  const identity = authorizationIdentity(network, asset, from, authorization!.nonce)
  const { timestamp } = (await world.base.chain.block(blockNumber!))!
  const lostSince = (since: number | null) =>
    createLostPayments({
      ...parts,
      recentClaims: undefined,
      restored: { isCompared: () => true, mayLackSince: () => since, reopenedAt: 0 },
    })
  const ownMargin = 600_000
  await world.base.mine()

  expect(await lostSince(null).takeIn(one)).toBe('none')
  expect(await lostSince((Number(timestamp) + 1) * 1000 + ownMargin).takeIn(one)).toBe('none')
  expect(await ledger.hotByIdentity(identity)).toBeUndefined()
  expect(await lostSince(Number(timestamp) * 1000).takeIn(one)).toBe('taken_in')
  expect(await ledger.hotByIdentity(identity)).toMatchObject({ state: 'credit', reason: 'adopted' })
  // What never was on the chain, or paid somebody else, is nothing of ours.
  expect(await lostSince(1).takeIn({ ...one, nonce: `0x${'00'.repeat(32)}` })).toBe('none')
})
