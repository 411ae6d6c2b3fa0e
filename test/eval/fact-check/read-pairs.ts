import { z } from 'zod'
import type { ClaimVerdict } from '../../../goods/text/fact-check/fact-check.ts'
import type { LabelledSet } from '../labelled-sets.ts'

/** A claim, a source and what people say of them. */
export interface LabelledPair {
  readonly claim: string
  readonly source: string
  /** `unsupported`: people only said that it isn't supported, so that contradicted and unverifiable are both right. */
  readonly verdict: ClaimVerdict | 'unsupported'
  /** How it was made, or what is wrong with it. */
  readonly kind?: string | undefined
}

const schema = z.object({
  claim: z.string(),
  source: z.string(),
  verdict: z.enum(['supported', 'contradicted', 'unverifiable', 'unsupported']),
  kind: z.string().optional(),
})

/** The pairs of a set, a JSON object a line; none for a set of another tool. @throws for a line of another form than the first */
export function readPairs({ name, lines }: LabelledSet): readonly LabelledPair[] {
  if (!schema.safeParse(JSON.parse(lines[0] ?? '{}')).success) return []
  return lines.map((line, index) => {
    const pair = schema.safeParse(JSON.parse(line))
    if (!pair.success) throw new Error(`${name}:${index + 1} is not {claim, source, verdict}`)
    return pair.data
  })
}
