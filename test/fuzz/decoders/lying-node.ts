import type { Rpc } from '../../../src/chain/chain.ts'
import { createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { honestAnswers, otherAnswers } from './honest-node.ts'

/** One wrong answer of a node: the answer to a call, named as in `honest-node.ts`, or everything that it writes. */
export interface Lie {
  readonly at: string
  /** For one answer: the members after its id. For `everything`: the whole body. */
  readonly text: string
}

/** Words of nodes that our answers must never repeat. */
export const nodesWords = 'kxqwords of the nodekxq'

const near = new Map(Object.entries(honestAnswers).map(([at, answer]) => [at, jsonNear([answer, ...(otherAnswers[at] ?? [])])]))
const nearError = jsonNear([
  { code: 3, message: `execution reverted: ${nodesWords}`, data: '0x08c379a0' },
  { code: -32000, message: `header not found ${nodesWords}` },
  { code: -32005, message: `limit exceeded: too many requests ${nodesWords}` },
])
const nearBatch = jsonNear([
  [{ jsonrpc: '2.0', id: 1, result: '0x1' }],
  { jsonrpc: '2.0', id: 1, error: { code: -32600, message: nodesWords } },
])

/** One or a few wrong answers to these calls. */
export function liesAbout(random: SeededRandom, calls: readonly string[]): Lie[] {
  return Array.from({ length: random.pick([0, 1, 1, 1, 1, 2, 3]) }, () => {
    if (random.chance(0.05))
      return {
        at: 'everything',
        text: random.chance(0.7) ? nearBatch(random) : mutateText(random, '{"jsonrpc":"2.0","id":1,"result":"0x1"}'),
      }
    if (random.chance(0.03)) return { at: 'status', text: random.pick(['201', '400', '403', '404', '413', '429', '500', '503']) }
    const at = random.pick(calls)
    if (random.chance(0.15)) return { at, text: `"error":${nearError(random)}` }
    const make = near.get(at)
    if (!make) throw new RangeError(`no honest answer to ${at}`)
    return {
      at,
      text: random.chance(0.95) ? `"result":${make(random)}` : random.pick(['', '"result":null', '"id":7,"result":"0x"', '"error":null']),
    }
  })
}

/** Returns the answer of an honest node, for parts that are not under test. */
export const honestRpc: Rpc = {
  call: async <T>(method: string, params: readonly unknown[]) => honestAnswers[nameOf(method, params)] as T,
}

/** JSON-RPC to a node that is honest except for these lies. The real code reads its answers. */
export function rpcTo(lies: readonly Lie[]): Rpc {
  const lieAt = (at: string): string | undefined => lies.find((lie) => lie.at === at)?.text
  const one = ({ id, method, params }: Asked): string => {
    const name = nameOf(method, params)
    const members = lieAt(name) ?? `"result":${JSON.stringify(honestAnswers[name] ?? null)}`
    return `{"jsonrpc":"2.0","id":${id}${members === '' ? '' : `,${members}`}}`
  }
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const asked = JSON.parse(init?.body as string) as Asked | Asked[]
    const text = lieAt('everything') ?? (Array.isArray(asked) ? `[${asked.map(one).join(',')}]` : one(asked))
    return new Response(text, { status: Number(lieAt('status') ?? 200) })
  }
  return createRpc({
    urls: ['http://node.invalid/'],
    timers: promptTimers,
    clock: stillClock,
    log: silentLog,
    metrics: silentMetrics,
    fetch,
  })
}

interface Asked {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function nameOf(method: string, [first]: readonly unknown[]): string {
  return method === 'eth_call' ? `eth_call ${(first as { data: string }).data.slice(0, 10)}` : method
}
