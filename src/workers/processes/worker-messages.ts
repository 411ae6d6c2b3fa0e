import type { ProblemKind, ProblemOptions } from '../../shared/problems.ts'

/** A job for a worker. */
export interface JobOrder {
  readonly id: number
  readonly job: string
  readonly input: unknown
}

/** What a worker says. It says nothing of the texts that it works on, except in results and problems for the caller. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  /** What the worker needs can't be used, now and after another start. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown; readonly residentBytes: number; readonly isWorn: boolean }
  | {
      readonly kind: 'problem'
      readonly id: number
      readonly problem: ProblemKind
      readonly detail: string
      readonly options: ProblemOptions
    }
  /** The job threw something else. */
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
