import { z } from 'zod'
import { countsForCaller, Problem, problemKind, type DecidedBy, type ProblemKind } from '../shared/problems.ts'
import { identifier, text } from './answer-figures.ts'

/** Things in one call. A call for more is a 400. */
export const maxBatch = 10

export const batchBody = z.object({
  addresses: z.array(z.string().max(255)).min(1).max(maxBatch).describe('Wallet addresses or ENS names'),
})

/** One entry for each thing that was asked for: its result, or why there is none. */
export function batchResults<R extends z.ZodType>(result: R) {
  const one = z.object({
    asked: text.describe('As it was sent first'),
    result: result.nullable(),
    error: z.object({ code: identifier, detail: text }).nullable(),
  })
  return z.array(one).describe('One entry for each, in the order of the request')
}

export interface BatchEntry<R> {
  readonly asked: string
  readonly result: R | null
  readonly error: { readonly code: string; readonly detail: string } | null
}

/**
 * Asks for all of these texts at the same time. One that is sent several times, or in several spellings that give the same key, gets
 * one entry. A problem with one becomes the error of its entry.
 */
export async function answerEach<R>(
  texts: readonly string[],
  ask: (text: string, index: number) => Promise<{ readonly key: string; readonly result: R }>,
): Promise<BatchEntry<R>[]> {
  const entries = await Promise.all(
    texts.map(async (asked, index) => {
      try {
        const { key, result } = await ask(asked, index)
        return { key, asked, result, error: null }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { key: asked.toLowerCase(), asked, result: null, error: { code: error.code, detail: error.message } }
      }
    }),
  )
  const first = new Map<string, BatchEntry<R>>()
  for (const { key, ...entry } of entries) if (!first.has(key)) first.set(key, entry)
  return [...first.values()]
}

/**
 * Who decides that a batch has nothing to charge for: the caller, if one of its entries failed by the caller's doing.
 * @param declared the problems of the offer
 */
export function batchDecidedBy(entries: readonly Pick<BatchEntry<unknown>, 'error'>[], declared: readonly ProblemKind[] = []): DecidedBy {
  const isCallers = ({ error }: Pick<BatchEntry<unknown>, 'error'>) => {
    const kind = error && problemKind(error.code, declared)
    return kind !== null && countsForCaller(kind)
  }
  return entries.some(isCallers) ? 'caller' : 'upstream'
}
