import { type Breaker, type BreakerSettings, createBreaker } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { NoVerdict } from './find-through.ts'

/** Requests to one member state at the same time, and those that wait for a place. */
const maxRunning = 2
const maxWaiting = 20

interface MemberState {
  running: number
  readonly waiting: (() => void)[]
  readonly breaker: Breaker
}

/** Keeps requests to each member state few, and away from one that does not answer. */
export interface MemberStates {
  /**
   * Runs work when the member state has a place for it. The work reports with `failed` when the member state is the reason.
   * @throws NoVerdict when it failed too often or too many wait; the signal's reason when it aborts.
   */
  run<T>(country: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createMemberStates({ clock, breaker }: { clock: Clock; breaker: BreakerSettings }): MemberStates {
  const states = new Map<string, MemberState>()

  const stateOf = (country: string): MemberState => {
    const known = states.get(country)
    if (known) return known
    const made = { running: 0, waiting: [], breaker: createBreaker(clock, breaker) }
    states.set(country, made)
    return made
  }

  return {
    async run(country, signal, work) {
      const state = stateOf(country)
      await place(state, signal)
      try {
        if (state.breaker.enter().kind === 'refused') throw new NoVerdict('member_state_down', 'down', true)
        return await reporting(state.breaker, work)
      } finally {
        state.running--
        state.waiting.shift()?.()
      }
    },
  }
}

/** Tells the breaker how the work ended. What the host itself did is counted by the source's own breaker. */
async function reporting<T>(breaker: Breaker, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    breaker.succeeded()
    return result
  } catch (error) {
    const down = error instanceof NoVerdict && (error.reason === 'down' || error.reason === 'timeout')
    if (down) breaker.failed()
    else breaker.abandoned()
    throw error
  }
}

/** Waits for a place, first come, first served. */
async function place(state: MemberState, signal: AbortSignal): Promise<void> {
  while (state.running >= maxRunning) {
    if (state.waiting.length >= maxWaiting) throw new NoVerdict('member_state_busy', 'busy', true)
    await new Promise<void>((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        state.waiting.splice(state.waiting.indexOf(proceed), 1)
        reject(signal.reason as Error)
      }
      if (signal.aborted) return reject(signal.reason as Error)
      signal.addEventListener('abort', leave, { once: true })
      state.waiting.push(proceed)
    })
  }
  state.running++
}
