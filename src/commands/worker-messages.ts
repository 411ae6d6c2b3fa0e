import type { Cancel, Timers } from '../shared/clock.ts'

/** What a worker says to its parent. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly welcome: string }
  /** Its own figures, as asked for. */
  | { readonly kind: 'measured'; readonly question: number; readonly text: string }
  /** Asks for the figures of all. */
  | { readonly kind: 'measure-all'; readonly question: number }

/** What a parent says to a worker. */
export type ToWorker =
  /** Others take its place: it is to finish what it has and to end. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'measure'; readonly question: number }
  | { readonly kind: 'measured-all'; readonly question: number; readonly text: string }

export interface Questions {
  /** Puts a question under a number of its own; null when no answer comes in time. */
  ask(put: (question: number) => void): Promise<string | null>
  /** An answer came; one that is too late, or that nobody asked for, is dropped. */
  answered(question: number, text: string): void
}

/** Questions over a channel that knows messages only, and whose other end may be gone. */
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
