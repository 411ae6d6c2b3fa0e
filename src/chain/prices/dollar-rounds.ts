import { hasPassed, unixSeconds, type Clock } from '../../shared/clock.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import { RpcUnreachable } from '../chain.ts'
import { readLatestRound, readRoundOf } from './contract-reads.ts'
import { answerDecimal, isFrozen, numberOf, phaseOf, readRound, roundId, type FeedRound } from './feed-rounds.ts'
import type { FeedPlace } from './price-places.ts'
import type { ContractReader } from './read-together.ts'

/** What a feed said over some time. */
export interface FeedPast {
  /** Where it was read: the feed's proxy. */
  readonly feed: FeedPlace
  /** The price at a moment (unix seconds); null where the feed was frozen then, or where its rounds were not read. */
  at(moment: number): number | null
}

/** Reads the rounds of a feed back to a moment. */
export interface FeedPastReader {
  /** @param since unix seconds @throws RpcUnreachable */
  read(since: number): Promise<FeedPast>
}

/** Rounds of one question. A stablecoin's feed has one to a few a day. */
const roundsAtOnce = 100
/** Questions of one call: a feed that is renewed more often than this is only known for a shorter time. */
const maxQuestions = 5
/** Rounds stay what they are, so only new ones are asked for, and not more often than this. */
const freshMs = 30_000

/** The rounds are kept, so that a call asks only for those that are new or older than what was read. */
export function createFeedPast(
  feed: FeedPlace,
  { reader, clock }: { readonly reader: ContractReader; readonly clock: Clock },
): FeedPastReader {
  /** In the order of time, without a round missing between them. */
  let rounds: FeedRound[] = []
  let oldestAsked = 0n
  let latestId: bigint | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  const share = createSingleFlight<'newest' | 'older', void>()

  const readNewest = async (): Promise<void> => {
    const { values } = await reader.read([readLatestRound(feed.address)])
    const latest = readRound(values[0], unixSeconds(clock))
    askedAt = clock.now()
    if (latest === null || latest.id === latestId) return
    const isNext = latestId !== null && phaseOf(latest.id) === phaseOf(latestId) && latest.id > latestId
    const missing = isNext && latestId !== null ? latest.id - latestId - 1n : 0n
    if (!isNext || missing > BigInt(roundsAtOnce)) [rounds, oldestAsked] = [[], numberOf(latest.id)]
    else if (latestId !== null && missing > 0n) rounds.push(...(await readNumbers(phaseOf(latest.id), numberOf(latestId) + 1n, missing)))
    rounds.push(latest)
    latestId = latest.id
  }

  const readNumbers = async (phase: bigint, first: bigint, count: bigint): Promise<FeedRound[]> => {
    const numbers = Array.from({ length: Number(count) }, (_, index) => first + BigInt(index))
    const { values } = await reader.read(numbers.map((number) => readRoundOf(feed.address, roundId(phase, number))))
    const now = unixSeconds(clock)
    return values.flatMap((value) => readRound(value, now) ?? [])
  }

  const readBack = async (since: number): Promise<void> => {
    for (let question = 0; question < maxQuestions; question++) {
      const oldest = rounds[0]
      if (!oldest || oldest.updatedAt <= since || oldestAsked <= 1n) return
      const count = oldestAsked - 1n < BigInt(roundsAtOnce) ? oldestAsked - 1n : BigInt(roundsAtOnce)
      const first = oldestAsked - count
      const older = await readNumbers(phaseOf(oldest.id), first, count)
      rounds = [...older, ...rounds]
      oldestAsked = first
    }
  }

  const renew = async (): Promise<void> => {
    if (hasPassed(askedAt, freshMs, clock.now())) await readNewest()
  }

  return {
    async read(since) {
      try {
        await share('newest', renew)
        await share('older', () => readBack(since))
      } catch (error) {
        // What was read before stays right while no node answers.
        if (!(error instanceof RpcUnreachable) || rounds.length === 0) throw error
      }
      const held = rounds.map(({ updatedAt, answer }) => ({ updatedAt, price: Number(answerDecimal(answer, feed.decimals)) }))
      return { feed, at: (moment) => priceAt(held, feed, moment) }
    },
  }
}

function priceAt(
  rounds: readonly { readonly updatedAt: number; readonly price: number }[],
  { heartbeatSeconds }: FeedPlace,
  moment: number,
): number | null {
  let [low, high] = [0, rounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rounds[middle]!.updatedAt <= moment) low = middle + 1
    else high = middle
  }
  const round = rounds[low - 1]
  return round === undefined || isFrozen(round.updatedAt, heartbeatSeconds, moment) ? null : round.price
}
