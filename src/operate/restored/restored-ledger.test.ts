import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcUnreachable, type Chain } from '../../chain/chain.ts'
import { markRestored } from '../../ledger/backup/restore-facts.ts'
import { runLimits } from '../../ledger/contract/open-ledger.fixture.ts'
import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import { price } from '../../settler/sale.fixture.ts'
import { notCompared, holdUntilReconciled } from '../../settler/hold-until-reconciled.ts'
import { silentLog } from '../../shared/log.ts'
import { newPayTo, openLostLedgers, type LostLedgers } from '../../service/lost-ledger.fixture.ts'
import { openRestoredLedger } from './restored-ledger.ts'

let ledgers: LostLedgers
beforeAll(async () => {
  ledgers = await openLostLedgers()
})
afterAll(() => ledgers?.close())

test('nothing is sold on a restored ledger until its chain answered and nothing is left under way; then it knows every payment', async () => {
  const payTo = newPayTo()
  const { payment, settler: lostSettler } = await ledgers.settled(payTo)
  const { base } = ledgers.world
  let up = false
  const head = () => (up ? base.chain.head() : Promise.reject(new RpcUnreachable('down')))
  const chain: Chain = { ...base.chain, head }
  const { id } = chain.network
  const { ledger, store, parts } = await ledgers.emptyLedger(payTo, chain)
  await store.write(markRestored, { id: 'a ledger', mode: 'sandbox', from: Date.now() })
  const open = () => openRestoredLedger({ ...parts, asksChains: true, log: silentLog })
  const restored = await open()
  const settler = holdUntilReconciled(lostSettler, (network) => restored.isCompared(network))
  const sells = () => [settler.canSettle(id, { amount: price }), settler.heldBy(id), restored.isUsable, restored.isOpen]

  expect(sells()).toEqual([false, notCompared, false, true])
  await restored.compare()
  expect(sells()).toEqual([false, notCompared, false, true])

  // A payment that is on chain too, and that a process which has ended still owns.
  up = true
  const { payer: from, network, asset, authorization, amount } = payment
  const claim = {
    id: 'f'.repeat(32),
    now: Date.now(),
    offerId: 'test',
    fingerprint: 'f',
    protocol: 'x402',
    network,
    asset,
    payer: from,
    payTo,
  }
  const terms = { amount, authorization: authorization!, credentialHash: 'c', client: '', keys: [], instance: 'gone', leaseUntil: 0 }
  const limits = { balance: amount, block: 1n, freeCall: null, contract: false, unsettled: { base: 9, max: 9 } }
  const identities = [authorizationIdentity(network, asset, from, authorization!.nonce)]
  const claimed = await ledger.claim({ ...claim, ...terms, ...limits, identities, unchargedRuns: runLimits() })
  if (claimed.result !== 'claimed') throw new Error(claimed.result)
  await restored.compare()
  expect(sells()).toEqual([false, notCompared, false, true])

  await ledger.release({ ...claimed.payment, reason: 'interrupted', counted: null })
  await restored.compare()
  expect(sells()).toEqual([true, null, true, false])
  expect((await ledger.totals()).map(({ state, payments }) => [state, payments])).toEqual([['credit', 1n]])
  expect(await ledger.restoredFrom()).toBeNull()
  const again = await open()
  await again.compare()
  expect(again.isOpen).toBe(false)
  await ledger.close()
})
