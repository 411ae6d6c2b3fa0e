import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationIdentity } from '../ledger/payments/identity.ts'
import { silentLog } from '../shared/log.ts'
import { newPayTo, openLostLedgers, type LostLedgers } from './lost-ledger.fixture.ts'
import { createLostPayments, openLostPayments } from './lost-payments.ts'

let ledgers: LostLedgers
beforeAll(async () => {
  ledgers = await openLostLedgers()
})
afterAll(() => ledgers?.close())

test('a server that lost the last payments holds up sales at once; then they are credits of the calls that this process remembers', async () => {
  const payTo = newPayTo()
  const { payment } = await ledgers.settled(payTo)
  const { network, asset, payer: from, authorization } = payment
  const { ledger, parts } = await ledgers.emptyLedger(payTo)
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
  const payTo = newPayTo()
  const { network, asset, payer: from, authorization, blockNumber } = (await ledgers.settled(payTo)).payment
  const { ledger, parts } = await ledgers.emptyLedger(payTo)
  const one = { network, asset, payer: from, nonce: authorization!.nonce }
  const identity = authorizationIdentity(network, asset, from, authorization!.nonce)
  const { timestamp } = (await ledgers.world.base.chain.block(blockNumber!))!
  const lostSince = (since: number | null) =>
    createLostPayments({
      ...parts,
      recentClaims: undefined,
      restored: { isCompared: () => true, mayLackSince: () => since, reopenedAt: 0 },
    })
  const ownMargin = 600_000
  await ledgers.world.base.mine()

  expect(await lostSince(null).takeIn(one)).toBe('none')
  expect(await lostSince((Number(timestamp) + 1) * 1000 + ownMargin).takeIn(one)).toBe('none')
  expect(await ledger.hotByIdentity(identity)).toBeUndefined()
  expect(await lostSince(Number(timestamp) * 1000).takeIn(one)).toBe('taken_in')
  expect(await ledger.hotByIdentity(identity)).toMatchObject({ state: 'credit', reason: 'adopted' })
  // What never was on the chain, or paid somebody else, is nothing of ours.
  expect(await lostSince(1).takeIn({ ...one, nonce: `0x${'00'.repeat(32)}` })).toBe('none')
})
