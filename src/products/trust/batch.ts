import { z } from 'zod'
import { identifier, text } from '../../offers/answer-figures.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'

const maxAddresses = 10

export const batchBody = z.object({
  addresses: z.array(z.string().max(255)).min(1).max(maxAddresses).describe('Wallet addresses or ENS names'),
})

/** One entry for each address: its result, or why there is none. */
export function batchResults<R extends z.ZodType>(result: R) {
  const one = z.object({
    asked: text.describe('As it was sent first'),
    result: result.nullable(),
    error: z.object({ code: identifier, detail: text }).nullable(),
  })
  return z.array(one).describe('One of each address that was asked for, in the order of the request')
}

export interface BatchEntry<R> {
  readonly asked: string
  readonly result: R | null
  readonly error: { readonly code: string; readonly detail: string } | null
}

/**
 * Asks for all of these addresses at the same time. An address that is sent several times or in several spellings gets one entry.
 * A problem with one address becomes the error of its entry.
 */
export async function answerEach<R>(
  addresses: readonly string[],
  ask: (text: string, field: string) => Promise<{ readonly address: Hex; readonly result: R }>,
): Promise<BatchEntry<R>[]> {
  const entries = await Promise.all(
    addresses.map(async (asked, index) => {
      try {
        const { address, result } = await ask(asked, `body.addresses[${index}]`)
        return { key: address, asked, result, error: null }
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
