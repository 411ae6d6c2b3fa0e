import type { NetworkParts } from '../settler-parts.ts'
import type { Signer } from '../signer.ts'
import { hasPassed } from '../../shared/clock.ts'
import { RpcUnreachable } from '../../chain/chain.ts'
import { gasLimit, storedFees } from '../transaction/build-transaction.ts'

/** Whether a signer has money for gas. */
export interface GasMoney {
  /** It has too little to settle anything, by its balance or by what a node said. */
  readonly missing: boolean
  /** A node refused a transaction because the account holds too little. `wei` is what the transaction may cost. */
  refused(wei: bigint): void
  /** A node accepted a transaction. */
  accepted(): void
  /** Reads the balance, unless that was done a moment ago. @param sending whether transactions are under way */
  check(sending: boolean): void
}

/** How old the known balance may be: while nothing is sent, and while it decides about payments under way. */
const freshMs = 10_000
const freshWhileNeededMs = 1_000

/** @param onChange called when there is no money any more, or some again */
export function createGasMoney(parts: NetworkParts, signer: Signer, onChange: () => void): GasMoney {
  const { chain, clock, policy, background } = parts
  const { network } = chain
  let checkedAt: number | null = null
  let missing = false
  /** What the transaction may cost that a node refused. */
  let refusedWei = 0n

  function set(isMissing: boolean, wei: bigint): void {
    const changed = missing !== isMissing
    missing = isMissing
    refusedWei = isMissing ? wei : 0n
    if (changed) onChange()
  }

  async function readBalance(): Promise<void> {
    try {
      const [balance, fees] = await Promise.all([chain.accountBalance(signer.address), chain.suggestFees()])
      const alone = gasLimit(policy, network, { kind: 'alone' }) * storedFees(fees).maxFeePerGas
      set(balance < (alone > refusedWei ? alone : refusedWei), refusedWei)
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error
    }
  }

  return {
    get missing() {
      return missing
    },
    refused: (wei) => set(true, wei),
    accepted: () => set(false, 0n),
    check(sending) {
      const now = clock.now()
      if (checkedAt !== null && !hasPassed(checkedAt, missing || sending ? freshWhileNeededMs : freshMs, now)) return
      checkedAt = now
      background.run('read the balance for gas', readBalance)
    },
  }
}
