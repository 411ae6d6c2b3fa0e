import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Welcome } from '../../service/welcome-facts.ts'

/** Messages of a worker to its parent. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly welcome: Welcome }
  /** It waits for the database, and asks whether it has to answer that the service is not ready. */
  | { readonly kind: 'waiting'; readonly question: number }
  /** Its own figures, on request. */
  | { readonly kind: 'measured'; readonly question: number; readonly text: string }
  /** Asks for the figures of all. */
  | { readonly kind: 'measure-all'; readonly question: number }

/** Messages of a parent to a worker. */
export type ToWorker =
  /** Another process replaces it: it is to finish what it has and to end. */
  | { readonly kind: 'retire' }
  /** The answer to `waiting`: yes or no. */
  | { readonly kind: 'answer-unready'; readonly question: number; readonly text: string }
  | { readonly kind: 'measure'; readonly question: number }
  | { readonly kind: 'measured-all'; readonly question: number; readonly text: string }

export interface Questions {
  /** Sends a question with a number; null when no answer comes in time. */
  ask(put: (question: number) => void): Promise<string | null>
  /** To be called with an answer. One that is too late, or belongs to no question, is dropped. */
  answered(question: number, text: string): void
}

/** Questions and answers over a channel of single messages, whose other end may have ended. */
export function createQuestions(timers: Timers, waitMs: number): Questions {
  const open = new Map<number, (text: string | null) => void>()
  let asked = 0
  return {
    ask(put) {
      const question = ++asked
      return new Promise((resolve) => {
        const cancel: Cancel = timers.after(waitMs, () => settle(null))
        const settle = (text: string | null) => {
          cancel()
          open.delete(question)
          resolve(text)
        }
        open.set(question, settle)
        put(question)
      })
    },
    answered: (question, text) => open.get(question)?.(text),
  }
}
