import { createRefundWallet, type RefundWallet } from '../../../src/settler/signer.ts'
import type { WorldChain } from '../world/payers-and-chains.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { newWallet } from '../world/wallet.ts'

/** The wallet that gives credits back, in some runs; it may hold too little on a chain. */
export function openRefundWallet(random: SeededRandom, chains: readonly WorldChain[]): RefundWallet | null {
  if (random.chance(0.4)) return null
  const { privateKey, address } = newWallet(random)
  for (const { simulated } of chains) simulated.fund(address, random.pick([60_000n, 1_000_000n]))
  return createRefundWallet(privateKey)
}
