import { type Block, RpcUnreachable } from '../chain.ts'

export interface KnownTimes {
  /** Blocks below and above, or at, all that are looked for. */
  readonly low: TimedBlock
  readonly high: TimedBlock
  /** Times that the node sent with the logs of blocks, in unix seconds. */
  readonly told: ReadonlyMap<bigint, bigint>
  /** Seconds that there are at least from one block to the next; null where the chain has no such rule. */
  readonly minBlockSeconds: bigint | null
  /** Asks for blocks. */
  blocksAt(numbers: readonly bigint[]): Promise<readonly Block[]>
}

type TimedBlock = Pick<Block, 'number' | 'timestamp'>

/** Blocks between two whose times are known. The numbers ascend. */
interface Stretch {
  readonly low: TimedBlock
  readonly high: TimedBlock
  readonly numbers: readonly bigint[]
}

const minute = 60n

/**
 * The minute in which each block lies, as the unix second in which it begins. Times of blocks never fall, so blocks between two of the same
 * minute are of that minute, and are not asked for. Neither are blocks whose time follows from a chain's rule, or came with the logs.
 * @throws RpcUnreachable for times that fall, and what `blocksAt` throws
 */
export async function minutesOfBlocks(numbers: readonly bigint[], known: KnownTimes): Promise<ReadonlyMap<bigint, bigint>> {
  const ascending = numbers.toSorted((a, b) => Number(a - b))
  const { low, high, told } = known
  if (ascending.length > 0 && ascending.every((number) => told.has(number))) return minutesTold(ascending, known)
  const minutes = new Map<bigint, bigint>()
  let open: readonly Stretch[] = [{ low, high, numbers: ascending }]
  while (open.length > 0) {
    const unclear = open.filter((stretch) => !settle(stretch, minutes, known.minBlockSeconds))
    const blocks = await known.blocksAt(unclear.map(probeOf))
    const times = new Map(blocks.map((block) => [block.number, block]))
    open = unclear.flatMap((stretch) => split(stretch, times.get(probeOf(stretch))!))
  }
  return minutes
}

function minutesTold(ascending: readonly bigint[], { low, high, told }: KnownTimes): ReadonlyMap<bigint, bigint> {
  const times = [low.timestamp, ...ascending.map((number) => told.get(number)!), high.timestamp]
  if (times.some((time, index) => index > 0 && time < times[index - 1]!)) throw falling()
  return new Map(ascending.map((number) => [number, minuteOf(told.get(number)!)]))
}

/** Notes the minutes of a stretch if they follow from its ends. */
function settle({ low, high, numbers }: Stretch, minutes: Map<bigint, bigint>, minBlockSeconds: bigint | null): boolean {
  if (high.timestamp < low.timestamp) throw falling()
  const blocks = high.number - low.number
  const isSteady = minBlockSeconds !== null && high.timestamp - low.timestamp === blocks * minBlockSeconds
  if (!isSteady && minuteOf(low.timestamp) !== minuteOf(high.timestamp)) {
    const inner = numbers.filter((number) => number > low.number && number < high.number)
    for (const end of [low, high]) if (numbers.includes(end.number)) minutes.set(end.number, minuteOf(end.timestamp))
    return inner.length === 0
  }
  const timeOf = (number: bigint) => (isSteady ? low.timestamp + (number - low.number) * minBlockSeconds : low.timestamp)
  for (const number of numbers) minutes.set(number, minuteOf(timeOf(number)))
  return true
}

/** The block that tells most: the one nearest to where a minute in the middle should begin. */
function probeOf({ low, high, numbers }: Stretch): bigint {
  const inner = numbers.filter((number) => number > low.number && number < high.number)
  const boundary = minuteOf((low.timestamp + high.timestamp) / 2n + minute / 2n)
  const seconds = high.timestamp - low.timestamp
  const guess = low.number + ((high.number - low.number) * (boundary - low.timestamp)) / seconds
  return inner.reduce((best, number) => (distance(number, guess) < distance(best, guess) ? number : best))
}

function split({ low, high, numbers }: Stretch, block: TimedBlock): Stretch[] {
  return [
    { low, high: block, numbers: numbers.filter((number) => number <= block.number) },
    { low: block, high, numbers: numbers.filter((number) => number > block.number) },
  ]
}

function minuteOf(seconds: bigint): bigint {
  return seconds - (seconds % minute)
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one
}

function falling(): RpcUnreachable {
  return new RpcUnreachable("the node's times of blocks fall")
}
