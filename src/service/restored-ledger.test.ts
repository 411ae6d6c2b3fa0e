import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcUnreachable, type Chain } from '../chain/chain.ts'
import { createTurnQueue } from '../chain/indexes/turn-queue.ts'
import { markRestored } from '../ledger/backup/restore-facts.ts'
import { runLimits } from '../ledger/contract/open-ledger.fixture.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { authorizationIdentity } from '../ledger/payments/identity.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { startMachine } from '../settler/machine.fixture.ts'
import { price, sell } from '../settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWorld } from '../settler/test-world.fixture.ts'
import { notCompared, untilCompared } from '../settler/until-compared.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { openRestoredLedger } from './restored-ledger.ts'

let world: TestWorld
const [signer, payer] = [newWallet(), newWallet()]
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address], 1_000_000n)
})
afterAll(() => world.close())

const noFiles = { write: async () => {}, read: async () => undefined, remove: async () => {}, list: async () => [] }

test('nothing is sold on a restored ledger until its chain answered and nothing is left under way; then it knows every payment', async () => {
  const payTo = newWallet().address.toLowerCase() as Hex
  const lost = await world.ledger()
  const machine = startMachine({ ledger: lost, chains: [world.base.chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const payment = await sell(lost, world.base, payTo, { payer })
  expect((await machine.settler.settle(payment, 60_000)).kind).toBe('settled')
  await machine.settler.drain(5_000)

  const store = memoryStore()
  const ledger = createLedger({ store, answerFiles: noFiles })
  await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  await store.write(markRestored, { id: 'a ledger', mode: 'sandbox', from: Date.now() })
  let up = false
  const head = () => (up ? world.base.chain.head() : Promise.reject(new RpcUnreachable('down')))
  const chain: Chain = { ...world.base.chain, head }
  const { id } = chain.network
  const parts = {
    ledger,
    payTo,
    signers: [signer.address.toLowerCase() as Hex],
    refundsFrom: null,
    instance: 'here',
    ownTurn: createTurnQueue(systemTimers),
  }
  const open = () =>
    openRestoredLedger({
      ...parts,
      chains: new Map([[id, chain]]),
      asksChains: true,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
    })
  const restored = await open()
  const settler = untilCompared(machine.settler, (network) => restored.isCompared(network))
  const sells = () => [settler.canSettle(id, { amount: price }), settler.heldBy(id), restored.isUsable, restored.isOpen]

  expect(sells()).toEqual([false, notCompared, false, true])
  await restored.compare()
  expect(sells()).toEqual([false, notCompared, false, true])

  // A payment that is on chain too, and that a process which has ended still owns.
  up = true
  const { payer: from, network, asset, authorization, amount } = (await lost.find(payment.id))!
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

  await ledger.release({ ...claimed.payment, reason: 'interrupted', counted: false, hour: '2026-11-21T09', at: Date.now() })
  await restored.compare()
  expect(sells()).toEqual([true, null, true, false])
  expect((await ledger.totals()).map(({ state, payments }) => [state, payments])).toEqual([['credit', 1n]])
  expect(await ledger.restoredFrom()).toBeNull()
  const again = await open()
  await again.compare()
  expect(again.isOpen).toBe(false)
  await ledger.close()
})
