import { isHex } from '../../shared/bytes.ts'
import { lastSecond, type Clock, type Timers } from '../../shared/clock.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { RpcUnreachable, type Chain } from '../chain.ts'
import { aggregate3Element, decodeAggregate3, encodeAggregate3, multicall3 } from '../multicall.ts'
import { asUnreachable } from '../node-errors.ts'
import { createQuestionPace } from './question-pace.ts'
import { blockTimeElement, uintIn, type ContractRead } from './contract-reads.ts'

/** What contracts answered at one block. */
export interface ReadAnswers<R extends readonly ContractRead[] = readonly ContractRead[]> {
  /** In the order of the reads; null for a call that failed or whose answer has another form. */
  readonly values: { readonly [Index in keyof R]: R[Index] extends ContractRead<infer T> ? T | null : never }
  /** Time of the block in unix seconds. */
  readonly blockTime: number
}

/** Reads contracts of one network. */
export interface ContractReader {
  /**
   * All reads that are asked for in one turn of the event loop travel in one `eth_call`, and equal ones only once. Where a node has got its
   * share of questions, reads wait for the next one, and travel together too.
   * @throws RpcUnreachable
   */
  read<const R extends readonly ContractRead[]>(reads: R): Promise<ReadAnswers<R>>
  /** How many requests went to the nodes so far. */
  questions(): number
}

/** Reads in one request: more would need more gas than some nodes give to a call, and a long turn of the event loop. */
const maxReads = 150
/** A round takes 160 bytes, a string a few hundred. */
const maxAnswerDigits = 400_000

interface Turn {
  readonly waiting: Map<string, ContractRead>
  readonly done: Promise<Outcome>
}

interface Outcome {
  /** What contracts returned, without 0x; null for a call that failed. */
  readonly returned: ReadonlyMap<string, string | null>
  readonly blockTime: number
}

/** Through Multicall3, so that all answers are of the same block, and a question costs one request however many reads it has. */
export function createContractReader(
  { rpc, network }: Pick<Chain, 'rpc' | 'network'>,
  { clock, timers, metrics }: { readonly clock: Clock; readonly timers: Timers; readonly metrics: Metrics },
): ContractReader {
  const pace = createQuestionPace(clock)
  const questions = metrics.counter('farthing_chain_price_questions_total', 'Requests to nodes for prices on chain', ['network'])
  let turn: Turn | null = null
  let asked = 0

  const soon = () => new Promise<void>((resolve) => void timers.soon(resolve))

  const ask = async (waiting: readonly (readonly [string, ContractRead])[]): Promise<Outcome> => {
    asked += 1
    questions.add({ network: network.slug })
    pace.take()
    const data = encodeAggregate3([blockTimeElement, ...waiting.map(([, { to, data: calldata }]) => aggregate3Element(to, calldata))])
    const answer = await rpc.call('eth_call', [{ to: multicall3, data }, 'latest']).catch((error: unknown) => {
      throw asUnreachable(error)
    })
    // Answers of one batch arrive in one turn: each is read in a turn of its own.
    await soon()
    return outcomeOf(answer, waiting)
  }

  const flush = async (waiting: ReadonlyMap<string, ContractRead>): Promise<Outcome> => {
    const all = [...waiting]
    const parts: Promise<Outcome>[] = []
    for (let start = 0; start < all.length; start += maxReads) parts.push(ask(all.slice(start, start + maxReads)))
    const outcomes = await Promise.all(parts)
    return {
      returned: new Map(outcomes.flatMap(({ returned }) => [...returned])),
      blockTime: Math.min(...outcomes.map(({ blockTime }) => blockTime)),
    }
  }

  const begin = (): Turn => {
    const waiting = new Map<string, ContractRead>()
    const wait = pace.waitMs()
    const done = (wait === 0 ? soon() : timers.sleep(wait)).then(() => {
      turn = null
      return flush(waiting)
    })
    done.catch(() => {})
    return { waiting, done }
  }

  return {
    async read<const R extends readonly ContractRead[]>(reads: R): Promise<ReadAnswers<R>> {
      turn ??= begin()
      const { waiting, done } = turn
      for (const read of reads) waiting.set(read.to + read.data, read)
      const { returned, blockTime } = await done
      const values = reads.map((read) => {
        const digits = returned.get(read.to + read.data) ?? null
        return digits === null ? null : read.decode(digits)
      })
      return { values: values as ReadAnswers<R>['values'], blockTime }
    },
    questions: () => asked,
  }
}

/** @throws RpcUnreachable for an answer that Multicall3 can't have given */
function outcomeOf(answer: unknown, waiting: readonly (readonly [string, ContractRead])[]): Outcome {
  const fits = typeof answer === 'string' && isHex(answer) && answer.length <= maxAnswerDigits
  const [time, ...others] = (fits && decodeAggregate3(answer, waiting.length + 1)) || []
  const seconds = typeof time === 'string' ? uintIn(time) : null
  if (seconds === null || seconds > BigInt(lastSecond))
    throw new RpcUnreachable('the node did not answer with the reads that were asked for')
  return { returned: new Map(waiting.map(([key], index) => [key, others[index] ?? null])), blockTime: Number(seconds) }
}
