import { answersNow } from '../../chain/reachability.ts'
import type { SignerQueue } from '../queue/signer-queue.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { GasBudget } from './gas-budget.ts'
import { createHold, type Hold } from './hold.ts'

/** Whether things can be sent on a network now, and who may wait for it. */
export interface SendState {
  readonly hold: Hold
  /** Why nothing can be sent now; null while things can be sent. */
  readonly heldBy: string | null
  /** See `Settler`. */
  canSettle(payment: { readonly amount: bigint; readonly newContract: boolean }): boolean
  /** Whether a caller may wait for this settlement. Where nothing can be sent now it is told at once, and the settlement goes on later. */
  mayWait(settlement: PendingSettlement): boolean
  /** Whether some signer can send. */
  canSend(): boolean
  /** To be called when a settlement begins: a node that falls silent is noticed before calls to it give up. */
  followNode(): void
  /** To be called when a signer has no money for gas any more, or some again. */
  onGasMoney(): void
}

export function createSendState(
  parts: NetworkParts,
  given: {
    readonly budget: Pick<GasBudget, 'canTake'> | null
    readonly signerQueues: () => readonly SignerQueue[]
    /** Called when there is money for gas again. */
    readonly onMoney: () => void
  },
): SendState {
  const { chain, settlements } = parts
  const network = chain.network.id
  const tellWaiting = () => settlements.stopWaiting((settlement) => settlement.payment.network === network && !mayWait(settlement))
  const hold = createHold(parts, tellWaiting)
  let following = false

  const lacksMoney = () => given.signerQueues().every((signerQueue) => signerQueue.paused)

  function checkGasMoney(): void {
    for (const signerQueue of given.signerQueues()) signerQueue.checkGasMoney()
  }

  function mayWait({ phase }: PendingSettlement): boolean {
    if (phase === 'elsewhere') return true
    if (!answersNow(chain) || lacksMoney()) return false
    // What was sent before the budget was used up is mined all the same.
    return hold.reason === null || (hold.reason === 'gas_budget' && phase === 'slot')
  }

  return {
    hold,
    get heldBy() {
      if (!answersNow(chain)) return 'unreachable'
      return hold.reason ?? (lacksMoney() ? 'no_gas_money' : null)
    },
    canSettle(payment) {
      if (!answersNow(chain)) return false
      checkGasMoney()
      if (!lacksMoney()) hold.worked('no_gas_money')
      return hold.reason === null && !lacksMoney() && (given.budget?.canTake(payment) ?? true)
    },
    mayWait,
    canSend() {
      if (given.signerQueues().some((signerQueue) => signerQueue.canSend)) return true
      if (lacksMoney()) {
        checkGasMoney()
        hold.failed('no_gas_money')
      }
      return false
    },
    followNode() {
      chain.reachability?.watch()
      if (following || !chain.reachability) return
      following = true
      chain.reachability.onChange(tellWaiting)
    },
    onGasMoney() {
      if (lacksMoney()) return hold.failed('no_gas_money')
      hold.worked('no_gas_money')
      given.onMoney()
    },
  }
}
