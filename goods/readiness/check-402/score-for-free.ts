import { LRUCache } from 'lru-cache'
import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import type { Clock, OfferContext } from '../../../src/goods/kit/parts.ts'
import type { BriefScore, TrustPort } from '../../../src/goods/kit/ports.ts'
import { hasPassed } from '../../../src/goods/kit/time.ts'
import { createRateLimit, type RateLimit } from '../../../src/goods/kit/workers.ts'

/** What a free check finds out about a payee on chain. */
export interface FreeScore {
  /** For the advice. Null while no network answers, and where it would take more questions to nodes than a free check may cause. */
  readonly score: BriefScore | null
  /** Whether the answer may show the score: it took a free call of the day, as the offer that sells it does. */
  readonly isShown: boolean
  /** Whether the issuer of USDC has blacklisted the payee on a network that it wants to be paid on; null where nobody was asked. */
  readonly blacklisted: boolean | null
}

export type ScoreForFree = (address: Hex, offeredOn: readonly Chain[], context: OfferContext) => Promise<FreeScore>

/** Questions to nodes that a score causes at most where nothing about the payee is known: some 37 on six networks. */
const questionsOfScore = 40
/** Questions to nodes that free checks may cause: of a client an hour, and at once; the same of all clients together. */
const perClient = { burst: 150, perSecond: 150 / 3_600 }
const ofAll = { burst: 1_500, perSecond: 3_000 / 3_600 }
/** Networks on which the issuer is asked. */
const maxAsked = 2
const maxKept = 10_000
/** Milliseconds that a score is kept for later checks; one that lacks something, which may be there the next time, for less. */
const keptMs = 3_600_000
const keptPartialMs = 600_000

/**
 * Scores for free checks. A payee is scored once an hour for all of them; their questions to nodes have a budget for each client and for all
 * together, so that a free call can't be used to spend nodes. Beyond it only the issuer's list is asked, and then nothing.
 */
export function createFreeScores({ score, isBlacklisted }: TrustPort): ScoreForFree {
  const kept = new LRUCache<Hex, { readonly score: BriefScore; readonly at: number }>({ max: maxKept })
  let limits: { readonly client: RateLimit; readonly all: RateLimit } | null = null

  function takeQuestions(count: number, client: string, clock: Clock): boolean {
    limits ??= { client: createRateLimit({ ...perClient, clock }), all: createRateLimit({ ...ofAll, clock }) }
    return limits.all.wait('all', count) === 0 && limits.client.take(client, count) === 0 && limits.all.take('all', count) === 0
  }

  async function scoreOf(address: Hex, context: OfferContext): Promise<BriefScore | null> {
    const { clock, caller } = context
    const known = kept.get(address)
    if (known && !hasPassed(known.at, known.score.missing.length > 0 ? keptPartialMs : keptMs, clock.now())) return known.score
    if (!takeQuestions(questionsOfScore, caller.client, clock)) return null
    const found = await score(address)
    if (found) kept.set(address, { score: found, at: clock.now() })
    return found
  }

  return async (address, offeredOn, context) => {
    const found = await scoreOf(address, context)
    if (found) return { score: found, isShown: await context.takeFreeUnit(), blacklisted: null }
    const asked = offeredOn.slice(0, maxAsked)
    if (asked.length === 0 || !takeQuestions(asked.length, context.caller.client, context.clock))
      return { score: null, isShown: false, blacklisted: null }
    return { score: null, isShown: false, blacklisted: await isBlacklisted(address, asked, context.signal) }
  }
}
