import type { Hex } from '../../shared/bytes.ts'
import { readLastNumber, readPhase, readRoundOf } from './contract-reads.ts'
import { numberOf, phaseOf, readRound, roundId, type FeedRound } from './feed-rounds.ts'
import type { ContractReader } from './read-together.ts'

/** Rounds that one question reads. */
const probesAtOnce = 16
/** How far back the search goes: a feed with a round every 27 seconds has 3,200 a day. */
const maxRoundsBack = 2n ** 13n
/** Questions of one search, each with `probesAtOnce` rounds: 14 steps back, then 8,192 rounds narrowed to one. */
const maxQuestions = 6

/**
 * The newest round of a feed that is not newer than a moment, as the price of that moment. It steps back by powers of two until a round
 * is old enough, and then narrows the range, with a few rounds in each question. Null where no such round was found within
 * the limits, or where it is more than `maxGapSeconds` older than the moment.
 * @param latest the newest round of the proxy
 * @param moment unix seconds
 * @throws RpcUnreachable
 */
export async function findPastRound(
  reader: ContractReader,
  { feed, latest, moment, maxGapSeconds }: { feed: Hex; latest: FeedRound; moment: number; maxGapSeconds: number },
): Promise<FeedRound | null> {
  if (latest.updatedAt <= moment) return recentEnough(latest, moment, maxGapSeconds)
  const phase = phaseOf(latest.id)
  const found = await searchPhase(reader, { feed, phase, last: numberOf(latest.id), moment })
  if (found !== 'before') return found && recentEnough(found, moment, maxGapSeconds)
  // The aggregator was replaced since: the one before it has the rounds of that time.
  const last = phase > 1n ? await lastRoundOfPhase(reader, feed, phase - 1n) : null
  if (last === null) return null
  const earlier = await searchPhase(reader, { feed, phase: phase - 1n, last: last + 1n, moment })
  return earlier === 'before' || earlier === null ? null : recentEnough(earlier, moment, maxGapSeconds)
}

function recentEnough(round: FeedRound, moment: number, maxGapSeconds: number): FeedRound | null {
  return moment - round.updatedAt <= maxGapSeconds ? round : null
}

interface PhaseSearch {
  readonly feed: Hex
  readonly phase: bigint
  /** This round and those after it are newer than the moment, or do not exist. */
  readonly last: bigint
  readonly moment: number
}

/** `before`: the whole phase is newer than the moment. Null: not found within the limits. */
async function searchPhase(reader: ContractReader, search: PhaseSearch): Promise<FeedRound | 'before' | null> {
  const { last } = search
  if (last <= 1n) return 'before'
  let [newer, older] = [last, 0n]
  let best: FeedRound | null = null
  let numbers = stepsBack(last)
  for (let question = 0; question < maxQuestions; question++) {
    for (const { number, round } of await readRounds(reader, search, numbers)) {
      // A round that does not exist says nothing, and the search goes on among the others.
      if (round === null) continue
      if (round.updatedAt > search.moment) newer = number < newer ? number : newer
      else if (number > older) [older, best] = [number, round]
    }
    if (best === null) return newer === 1n ? 'before' : null
    if (numbers.length >= newer - older - 1n && question > 0) return best
    numbers = between(older, newer)
    if (numbers.length === 0) return best
  }
  return null
}

/** last − 1, last − 2, last − 4 and so on, and the first round of the phase where it is near enough. */
function stepsBack(last: bigint): bigint[] {
  const numbers: bigint[] = []
  for (let step = 1n; step <= maxRoundsBack && last - step >= 1n; step *= 2n) numbers.push(last - step)
  return last - 1n <= maxRoundsBack && numbers.at(-1) !== 1n && last > 1n ? [...numbers, 1n] : numbers
}

/** Numbers that divide the space between two rounds evenly. */
function between(older: bigint, newer: bigint): bigint[] {
  const gap = newer - older - 1n
  if (gap <= BigInt(probesAtOnce)) return Array.from({ length: Number(gap) }, (_, index) => older + 1n + BigInt(index))
  return Array.from({ length: probesAtOnce }, (_, index) => older + (gap * BigInt(index + 1)) / BigInt(probesAtOnce + 1) + 1n)
}

async function readRounds(
  reader: ContractReader,
  { feed, phase, last, moment }: PhaseSearch,
  numbers: readonly bigint[],
): Promise<{ number: bigint; round: FeedRound | null }[]> {
  const reads = numbers.map((number) => readRoundOf(feed, roundId(phase, number)))
  const { values, blockTime } = await reader.read(reads)
  const now = Math.max(blockTime, moment)
  return numbers.map((number, index) => ({ number, round: number >= last ? null : readRound(values[index] ?? null, now) }))
}

/** The number of the last round that an earlier aggregator made; null where the proxy does not tell. */
async function lastRoundOfPhase(reader: ContractReader, feed: Hex, phase: bigint): Promise<bigint | null> {
  const [aggregator] = (await reader.read([readPhase(feed, phase)])).values
  if (aggregator === null || BigInt(aggregator) === 0n) return null
  const [last] = (await reader.read([readLastNumber(aggregator)])).values
  return last !== null && last > 0n && last < 2n ** 63n ? last : null
}
