import { LRUCache } from 'lru-cache'
import type { Chain } from '../../chain/chain.ts'
import type { OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed, type Timers } from '../../shared/clock.ts'
import { analyseToken, type TokenSight } from './analyse-token.ts'
import { OutOfTime } from './part.ts'

export interface TokenReport {
  readonly sight: TokenSight
  /** Milliseconds since the epoch. */
  readonly observedAt: number
}

export interface TokenReports {
  /** @throws Problem as analyseToken */
  of(address: Hex, chain: Chain, context: Pick<OfferContext, 'sources' | 'clock'>): Promise<TokenReport & { readonly cached: boolean }>
}

/** Of the 3 seconds that a call may take, of which a name may have taken some. */
const mostMs = 2_200
/** For what leaves time for the trial, which comes last. */
const soonMs = 1_200
const keptMs = 60_000
/** What was missing may be back soon. */
const keptPartialMs = 15_000
const mostReports = 2_000

/** Looks at a token once for all who ask at the same time, and keeps what was seen for a minute. */
export function createTokenReports(timers: Timers): TokenReports {
  const kept = new LRUCache<string, TokenReport>({ max: mostReports })
  const underWay = new Map<string, Promise<TokenReport>>()

  async function look(key: string, address: Hex, chain: Chain, context: Pick<OfferContext, 'sources' | 'clock'>): Promise<TokenReport> {
    const [late, soon] = [new AbortController(), new AbortController()]
    const cancels = [timers.after(mostMs, () => late.abort(new OutOfTime())), timers.after(soonMs, () => soon.abort(new OutOfTime()))]
    try {
      const { sources, clock } = context
      const sight = await analyseToken(address, { chain, sources, clock, signal: late.signal, soonSignal: soon.signal })
      const report = { sight, observedAt: clock.now() }
      kept.set(key, report)
      return report
    } finally {
      for (const cancel of cancels) cancel()
    }
  }

  return {
    async of(address, chain, context) {
      const key = `${chain.network.id} ${address}`
      const held = kept.get(key)
      if (held && !hasPassed(held.observedAt, isWhole(held.sight) ? keptMs : keptPartialMs, context.clock.now()))
        return { ...held, cached: true }
      const running = underWay.get(key) ?? look(key, address, chain, context).finally(() => underWay.delete(key))
      underWay.set(key, running)
      return { ...(await running), cached: false }
    },
  }
}

function isWhole({ contract, holders, trial, pools }: TokenSight): boolean {
  return [contract.facts, holders, trial, pools].every((part) => part.seen)
}
