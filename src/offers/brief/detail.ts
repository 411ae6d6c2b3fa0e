import { expectedAt } from '../../shared/issue-messages.ts'
import { Problem } from '../../shared/problems.ts'

/** How much of an answer a caller wants: all of it, or its short form. */
export type Detail = 'full' | 'brief'

/** The query parameter that every offer takes besides its own. It is no part of an offer's input: the answer that is stored is the full one. */
export const detailParameter = 'detail'

/** What an offer declares about its short form: its members, the most important first, or why it has none. */
export type BriefDeclaration = readonly string[] | { readonly none: string }

/** An offer, as far as its short form depends on it. */
export interface Briefed {
  readonly brief?: BriefDeclaration
  /** Of an offer that answers with bytes: then the parameter is not ours, and its upstream may have one of that name. */
  readonly answers?: unknown
}

/** Why the answers of an offer have no short form; null where they have one. */
export function reasonForNoBrief({ brief }: Briefed): string | null {
  return brief !== undefined && 'none' in brief ? brief.none : null
}

/** @throws Problem `invalid_input` for another value, and for `brief` of an offer without a short form */
export function readDetail(offer: Briefed, query: Readonly<Record<string, string>>): Detail {
  const asked = query[detailParameter]
  if (asked === undefined || asked === 'full' || offer.answers) return 'full'
  const field = `query.${detailParameter}`
  if (asked !== 'brief') {
    throw new Problem('invalid_input', expectedAt(field, 'full or brief'), { field, expected: 'full or brief' })
  }
  const none = reasonForNoBrief(offer)
  if (none === null) return 'brief'
  throw new Problem('invalid_input', `${field}: this offer has no brief answer, because ${none}.`, { field, expected: 'full' })
}
