import { createConclude, type Conclude } from './conclude.ts'
import { createFinality, type Finality } from './finality.ts'
import type { Lane } from './lane.ts'
import { createLooking, type Looking } from './looking.ts'
import { isClosed } from './policy.ts'
import { reorganised } from './reorganised.ts'
import type { Settlement } from './settlements.ts'
import type { NetworkParts } from './settler-parts.ts'
import { createRefusedWatch } from './watch-refused.ts'

/** What a network needs whoever sends its payments: their ends, their fate on chain, and whether what was settled stands. */
export interface NetworkRounds {
  readonly conclude: Conclude
  readonly looking: Looking
  readonly finality: Finality
  /** One round of what runs in the background: expired payments, final blocks, reorganisations, refused payments. */
  reconcile(): Promise<void>
}

/** Rounds of the reconciler between two readings of what is not final. */
const refreshEvery = 20

/** `again`: brings a payment back on its way, of which nothing is on chain. `lanes` are those of our own signers, if any. */
export function createNetworkRounds(
  parts: NetworkParts,
  { again, lanes }: { readonly again: (settlement: Settlement) => void; readonly lanes: () => readonly Lane[] },
): NetworkRounds {
  const { policy, clock } = parts
  const { network } = parts.chain
  const finality = createFinality(parts)
  const conclude = createConclude({ ...parts, finality })
  const looking = createLooking({ ...parts, conclude, again })
  const refused = createRefusedWatch({ ...parts, finality })
  let round = 0

  /** What expired is looked at wherever it waits: for a signer without money, or in a transaction that nobody mines. */
  function lookAtExpired(): void {
    const now = clock.now()
    for (const settlement of parts.settlements.all()) {
      const { payment, place, authorization } = settlement
      if (payment.network !== network.id || (place !== 'queue' && place !== 'slot')) continue
      if (isClosed(policy, network, authorization.validBefore, now)) looking.add(settlement, 0)
    }
  }

  return {
    conclude,
    looking,
    finality,
    async reconcile() {
      lookAtExpired()
      if (round % refreshEvery === 0) await finality.refresh()
      round += 1
      const vanished = await finality.check()
      if (vanished.length > 0) await reorganised({ ...parts, finality, looking, lanes: lanes() }, vanished)
      await refused()
    },
  }
}
