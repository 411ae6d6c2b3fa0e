import type { ProblemKind, ProblemOptions } from '../../shared/problems.ts'

/** Messages to a thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: number; readonly input: unknown }
  | { readonly kind: 'reply'; readonly job: number; readonly question: number; readonly reply: unknown }

/** Messages from a thread. */
export type FromThread =
  /** It begins the work that a message of a job causes; and it has done what it can before the next message. */
  | { readonly kind: 'works' | 'waits'; readonly job: number }
  | { readonly kind: 'ask'; readonly job: number; readonly question: number; readonly about: unknown }
  | { readonly kind: 'done'; readonly job: number; readonly result: unknown }
  | {
      readonly kind: 'problem'
      readonly job: number
      readonly problem: ProblemKind
      readonly detail: string
      readonly options: ProblemOptions
    }
  | { readonly kind: 'failed'; readonly job: number; readonly error: Error }
