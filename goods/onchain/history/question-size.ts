/** How many blocks at once a node was last seen to search, by a key of the caller's choice. */
export interface SpanMemory {
  get(key: string): bigint | undefined
  set(key: string, blocks: bigint): void
}

/** How many blocks the next question is for: it becomes smaller with each refusal, and larger again after good answers. */
export interface QuestionSize {
  readonly blocks: bigint
  /** Whether this node answered so many blocks already. */
  readonly isTried: boolean
  answered(blocks: bigint): void
  refused(blocks: bigint): void
  /** After a round without a refusal. */
  grow(): void
  /** Keeps what was learned of this node for the next reading. `logs` are those found so far. */
  remember(logs: number): void
}

/** With fewer logs than this, a node refused a question for its number of blocks and not for its number of logs. */
const fewLogs = 200
/** Good answers until a refused size is tried again: more of them where the node's limit is known from an earlier reading. */
const answersUntilRetryKnown = 8
const answersUntilRetryUnknown = 2

/** Starts with all blocks, or with as many as this node is known to search at once. */
export function createQuestionSize(allBlocks: bigint, spans: SpanMemory, key: string): QuestionSize {
  const known = spans.get(key)
  let blocks = known ?? allBlocks
  let largest = 0n
  /** The size that was refused last; it is not tried again until there were enough good answers. */
  let refusedSize: bigint | null = known === undefined ? null : known + 1n
  let wasRefused = false
  let goodAnswers = 0
  let neededAnswers = known === undefined ? answersUntilRetryUnknown : answersUntilRetryKnown

  return {
    get blocks() {
      return blocks
    },
    get isTried() {
      return blocks <= largest || (largest === 0n && known !== undefined)
    },
    answered(answeredBlocks) {
      if (answeredBlocks > largest) largest = answeredBlocks
      goodAnswers += 1
    },
    refused(refusedBlocks) {
      wasRefused = true
      refusedSize = refusedBlocks
      if (goodAnswers > 0) neededAnswers *= 2
      goodAnswers = 0
      // The first refusals shrink the question by powers of ten, because the limit may be far smaller.
      blocks = largest === 0n && known === undefined ? powerBelow(refusedBlocks) : roundBelow(refusedBlocks)
    },
    grow() {
      if (goodAnswers >= neededAnswers) refusedSize = null
      const wider = roundAbove(blocks)
      if (refusedSize === null || wider < refusedSize) blocks = wider
    },
    remember(logs) {
      if (wasRefused && largest > 0n && logs < fewLogs) spans.set(key, largest)
      if (!wasRefused && known !== undefined && largest > known) spans.set(key, largest)
    },
  }
}

/** 1, 2, 5, 10, 20, 50 and so on: limits of nodes are round numbers. */
const roundNumbers: readonly bigint[] = Array.from({ length: 12 }, (_, power) =>
  [1n, 2n, 5n].map((one) => one * 10n ** BigInt(power)),
).flat()

function roundBelow(blocks: bigint): bigint {
  return roundNumbers.findLast((one) => one < blocks) ?? 1n
}

function roundAbove(blocks: bigint): bigint {
  return roundNumbers.find((one) => one > blocks) ?? blocks
}

function powerBelow(blocks: bigint): bigint {
  return 10n ** BigInt(Math.max(0, (blocks - 1n).toString().length - 1))
}
