import { growingInMemory } from '../ledger/answers/growing-in-memory.fixture.ts'
import type { Chain } from '../chain/chain.ts'
import { createTurnQueue } from '../chain/follow/turn-queue.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { startMachine } from '../settler/machine.fixture.ts'
import { price, sell } from '../settler/sale.fixture.ts'
import { newWallet, openTestWorld } from '../settler/test-world.fixture.ts'
import type { Hex } from '../shared/bytes.ts'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import { systemParts } from '../store/sqlite/store.fixture.ts'

const noFiles = {
  write: async () => {},
  read: async () => undefined,
  grow: async () => growingInMemory(),
  remove: async () => {},
  list: async () => [],
}

/** A chain on which ledgers settle payments, and are lost then. */
export async function openLostLedgers() {
  const world = await openTestWorld()
  const [signer, payer] = [newWallet(), newWallet()]
  await world.base.fund([signer.address, payer.address], 1_000_000n)

  return {
    world,
    /** A payment on the chain, with the settler and the ledger that is lost then. */
    async settled(payTo: Hex) {
      const lost = await world.ledger()
      const { settler } = startMachine({ ledger: lost, chains: [world.base.chain], signers: [signer] })
      await settler.recover()
      settler.start()
      const payment = await sell(lost, world.base, payTo, { payer })
      const { kind } = await settler.settle(payment, 60_000)
      if (kind !== 'settled') throw new Error(`the payment is ${kind}`)
      await settler.drain(5_000)
      return { payment: (await lost.find(payment.id))!, settler }
    },
    /** A ledger that has never heard of a payment, and what it is compared with. */
    async emptyLedger(payTo: Hex, chain: Chain = world.base.chain) {
      const store = openMemoryStore(systemParts)
      const ledger = createLedger({ store, answerFiles: noFiles })
      await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
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
      return { ledger, store, parts }
    },
    close: () => world.close(),
  }
}

export type LostLedgers = Awaited<ReturnType<typeof openLostLedgers>>

/** An address that nothing was paid to before. */
export const newPayTo = () => newWallet().address.toLowerCase() as Hex
