import { RpcUnreachable, type Chain } from '../../../src/chain/chain.ts'
import type { Timers } from '../../../src/shared/clock.ts'
import { whileRunning, type ProcessRun } from '../service/process-run.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { FaultProfile } from './fault-profile.ts'

/** How long a process waits for a node that does not answer. */
const timeoutMs = 1_500

/** A chain as one process sees it through a network that delays, drops and reorders. It ends with the process. */
export function faultyNode(
  chain: Chain,
  parts: { processRun: ProcessRun; timers: Timers; random: SeededRandom; faultProfile: FaultProfile },
): Chain {
  const { processRun, timers, random, faultProfile } = parts
  const travel = async () => {
    const ms = random.between(0, faultProfile.rpcDelayMs)
    if (ms > 0) await timers.sleep(ms)
  }
  const unreachable = async (method: string): Promise<never> => {
    await timers.sleep(timeoutMs)
    throw new RpcUnreachable(`${method}: no answer`)
  }
  const ask = async (method: string, run: () => Promise<unknown>): Promise<unknown> => {
    await travel()
    if (faultProfile.rpcDown.has(chain.network.id) || random.chance(faultProfile.rpcRequestLost)) return unreachable(method)
    const answer = await run()
    if (method === 'send' && faultProfile.powerLossOnSend > 0 && random.chance(faultProfile.powerLossOnSend)) processRun.end()
    await travel()
    if (faultProfile.rpcDown.has(chain.network.id) || random.chance(faultProfile.rpcAnswerLost)) return unreachable(method)
    return answer
  }
  return new Proxy(chain, {
    get(target, property) {
      const member = Reflect.get(target, property) as unknown
      // `transferCall` needs no node.
      if (typeof member !== 'function' || property === 'transferCall') return member
      return (...values: unknown[]) => {
        if (!processRun.alive) return new Promise(() => {})
        return whileRunning(
          processRun,
          ask(String(property), () => (member as (...all: unknown[]) => Promise<unknown>).apply(target, values)),
        )
      }
    },
  })
}
