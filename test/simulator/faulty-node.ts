import { RpcUnreachable, type Chain } from '../../src/chain/chain.ts'
import type { Timers } from '../../src/shared/clock.ts'
import { ofLife, type Life } from './life.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Weather } from './weather.ts'

/** How long a process waits for a node that does not answer. */
const timeoutMs = 1_500

/** A chain as one process sees it through a network that delays, drops and reorders; ends with the process. */
export function faultyNode(chain: Chain, parts: { life: Life; timers: Timers; random: SeededRandom; weather: Weather }): Chain {
  const { life, timers, random, weather } = parts
  const travel = async () => {
    const ms = random.between(0, weather.rpcDelayMs)
    if (ms > 0) await timers.sleep(ms)
  }
  const unreachable = async (method: string): Promise<never> => {
    await timers.sleep(timeoutMs)
    throw new RpcUnreachable(`${method}: no answer`)
  }
  const ask = async (method: string, run: () => Promise<unknown>): Promise<unknown> => {
    await travel()
    if (weather.rpcDown.has(chain.network.id) || random.chance(weather.rpcRequestLost)) return unreachable(method)
    const answer = await run()
    if (method === 'send' && weather.powerLossOnSend > 0 && random.chance(weather.powerLossOnSend)) life.end()
    await travel()
    if (weather.rpcDown.has(chain.network.id) || random.chance(weather.rpcAnswerLost)) return unreachable(method)
    return answer
  }
  return new Proxy(chain, {
    get(target, property) {
      const member = Reflect.get(target, property) as unknown
      // Needs no node.
      if (typeof member !== 'function' || property === 'transferCall') return member
      return (...values: unknown[]) => {
        if (!life.alive) return new Promise(() => {})
        return ofLife(
          life,
          ask(String(property), () => (member as (...all: unknown[]) => Promise<unknown>).apply(target, values)),
        )
      }
    },
  })
}
