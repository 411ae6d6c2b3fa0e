import type { Chain } from '../../../src/chain/chain.ts'
import type { Settler } from '../../../src/settler/settler.ts'
import type { ProcessRun } from './process-run.ts'

/** How long before a claim the settler may have been asked: questions to a slow node, and the wait for a turn. */
const maxBetweenMs = 30_000

/** What one process asked its settler and its nodes before it claimed and sent payments. */
export interface Asked {
  /** A settler that notes when it said that a payment could be settled. */
  watchSettler(settler: Settler): Settler
  /** A chain that notes which transfers would succeed. */
  watchChain(chain: Chain): Chain
  /** Whether nobody asked the settler before a payment was claimed that it can't settle. */
  claimedUnasked(network: string, amount: bigint): boolean
  /** Tells of an authorization whether its last simulation by this process, as of now, succeeded. */
  passed(): (nonce: string) => boolean
}

export function createAsked(processRun: ProcessRun, now: () => number): Asked {
  const yes = new Map<string, { readonly at: number; readonly freezes: number }>()
  const simulated = new Map<string, boolean>()
  let settler: Settler | null = null
  const keyOf = (network: string, amount: bigint) => `${network} ${amount}`
  return {
    watchSettler(real) {
      settler = real
      return {
        ...real,
        canSettle(network, payment) {
          const can = real.canSettle(network, payment)
          if (can) yes.set(keyOf(network, payment.amount), { at: now(), freezes: processRun.freezes })
          return can
        },
      }
    },
    watchChain: (chain) =>
      new Proxy(chain, {
        get(target, property) {
          if (property !== 'simulateTransfers') return Reflect.get(target, property) as unknown
          return async (...given: Parameters<Chain['simulateTransfers']>) => {
            const answers = await target.simulateTransfers(...given)
            given[1].forEach(({ nonce }, index) => simulated.set(nonce.toLowerCase(), answers[index] ?? false))
            return answers
          }
        },
      }),
    claimedUnasked(network, amount) {
      if (!processRun.alive || processRun.frozen || settler === null) return false
      const last = yes.get(keyOf(network, amount))
      if (last && (now() - last.at < maxBetweenMs || last.freezes !== processRun.freezes)) return false
      return !settler.canSettle(network, { amount })
    },
    passed() {
      const asOfNow = new Map(simulated)
      return (nonce) => asOfNow.get(nonce) ?? false
    },
  }
}
