import type { NetworkParts } from '../settler-parts.ts'
import type { Signer } from '../signer.ts'
import { hasPassed } from '../../shared/clock.ts'
import { RpcUnreachable } from '../../chain/chain.ts'
import { gasLimit, storedFees } from '../transaction/build-transaction.ts'

/** Whether a signer has money for gas. */
export interface GasMoney {
  /** It has too little to settle anything, by its balance or by what a node said. */
  readonly missing: boolean
  /** A node refused a transaction that may cost so many wei, for want of money. */
  refused(wei: bigint): void
  /** A node accepted a transaction. */
  accepted(): void
  /** Reads the balance, unless that was done a moment ago. */
  check(): void
}

/** How old the known balance may be: while there is enough, and while there is not. */
const freshMs = 5_000
const freshWhileMissingMs = 1_000

export function createGasMoney(parts: NetworkParts, signer: Signer): GasMoney {
  const { chain, clock, policy, background } = parts
  const { network } = chain
  let checkedAt: number | null = null
  let missing = false
  /** What the transaction may cost that a node refused. */
  let refusedWei = 0n

  async function readBalance(): Promise<void> {
    try {
      const [balance, fees] = await Promise.all([chain.accountBalance(signer.address), chain.suggestFees()])
      const alone = gasLimit(policy, network, { kind: 'alone' }) * storedFees(fees).maxFeePerGas
      missing = balance < (alone > refusedWei ? alone : refusedWei)
      if (!missing) refusedWei = 0n
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error
    }
  }

  return {
    get missing() {
      return missing
    },
    refused(wei) {
      missing = true
      refusedWei = wei
    },
    accepted() {
      missing = false
      refusedWei = 0n
    },
    check() {
      const now = clock.now()
      if (checkedAt !== null && !hasPassed(checkedAt, missing ? freshWhileMissingMs : freshMs, now)) return
      checkedAt = now
      background.run('read the balance for gas', readBalance)
    },
  }
}
