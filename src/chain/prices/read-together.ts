import { decodeFunctionResult, encodeFunctionData, isHex, type Abi } from 'viem'
import type { Hex } from '../../shared/bytes.ts'
import { lastSecond, type Timers } from '../../shared/clock.ts'
import { RpcUnreachable, type Chain } from '../chain.ts'
import { multicall3 } from '../multicall.ts'
import { asUnreachable } from '../node-errors.ts'
import { multicallAbi } from './price-contracts.ts'

/** A function of a contract to read. */
export interface ContractRead {
  readonly to: Hex
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/** What contracts answered at one block. */
export interface ReadAnswers {
  /** Decoded, in the order of the reads; null for a call that failed or whose answer has another form. */
  readonly values: readonly unknown[]
  /** Time of the block in unix seconds. */
  readonly blockTime: number
}

/** Reads contracts of one network. */
export interface ContractReader {
  /**
   * All reads that are asked for in one turn of the event loop travel in one `eth_call`, and equal ones only once.
   * @throws RpcUnreachable
   */
  read(reads: readonly ContractRead[]): Promise<ReadAnswers>
  /** How many requests went to the nodes so far. */
  questions(): number
}

/** Reads in one request: more would need more gas than some nodes give to a call. */
const maxReads = 150
/** A round takes 160 bytes, a string a few hundred. */
const maxAnswerDigits = 400_000

interface Waiting {
  readonly data: Hex
  readonly read: ContractRead
}

interface Turn {
  readonly waiting: Map<string, Waiting>
  readonly done: Promise<Outcome>
}

interface Outcome {
  readonly values: ReadonlyMap<string, unknown>
  readonly blockTime: number
}

/** Through Multicall3, so that all answers are of the same block, and a question costs one request however many reads it has. */
export function createContractReader({ rpc }: Pick<Chain, 'rpc'>, timers: Timers): ContractReader {
  let turn: Turn | null = null
  let asked = 0

  const ask = async (waiting: readonly (readonly [string, Waiting])[]): Promise<Outcome> => {
    asked += 1
    const calls = [
      { target: multicall3, allowFailure: false, callData: timeCall },
      ...waiting.map(([, { read, data }]) => ({ target: read.to, allowFailure: true, callData: data })),
    ]
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
    const answer = await rpc.call('eth_call', [{ to: multicall3, data }, 'latest']).catch((error: unknown) => {
      throw asUnreachable(error)
    })
    return outcomeOf(answer, waiting)
  }

  const flush = async (waiting: ReadonlyMap<string, Waiting>): Promise<Outcome> => {
    const all = [...waiting]
    const parts: Promise<Outcome>[] = []
    for (let start = 0; start < all.length; start += maxReads) parts.push(ask(all.slice(start, start + maxReads)))
    const outcomes = await Promise.all(parts)
    return {
      values: new Map(outcomes.flatMap(({ values }) => [...values])),
      blockTime: Math.min(...outcomes.map(({ blockTime }) => blockTime)),
    }
  }

  const begin = (): Turn => {
    const waiting = new Map<string, Waiting>()
    const done = new Promise<void>((resolve) => void timers.soon(resolve)).then(() => {
      turn = null
      return flush(waiting)
    })
    done.catch(() => {})
    return { waiting, done }
  }

  return {
    async read(reads) {
      turn ??= begin()
      const { waiting, done } = turn
      const keys = reads.map((read) => {
        const data = encodeFunctionData(read)
        const key = `${read.to}${data}`
        waiting.set(key, { read, data })
        return key
      })
      const { values, blockTime } = await done
      return { values: keys.map((key) => values.get(key) ?? null), blockTime }
    },
    questions: () => asked,
  }
}

const timeCall = encodeFunctionData({ abi: multicallAbi, functionName: 'getCurrentBlockTimestamp' })

/** @throws RpcUnreachable for an answer that Multicall3 can't have given */
function outcomeOf(answer: unknown, waiting: readonly (readonly [string, Waiting])[]): Outcome {
  const results = resultsIn(answer)
  const [time, ...others] = results ?? []
  if (!time || others.length !== waiting.length) throw new RpcUnreachable('the node did not answer with the reads that were asked for')
  const seconds = decoded(() => BigInt(time.returnData))
  if (seconds === null || seconds > BigInt(lastSecond)) throw new RpcUnreachable('the node gave a block without a time')
  const values = waiting.map(([key, { read }], index) => {
    const { success, returnData } = others[index] as { success: boolean; returnData: Hex }
    return [key, success ? decoded(() => decodeFunctionResult({ ...read, data: returnData })) : null] as const
  })
  return { values: new Map(values), blockTime: Number(seconds) }
}

function resultsIn(answer: unknown): readonly { success: boolean; returnData: Hex }[] | null {
  if (typeof answer !== 'string' || !isHex(answer) || answer.length > maxAnswerDigits) return null
  return decoded(() => decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: answer }))
}

/** Null where the data does not have the form that it should have: contracts may answer anything. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
