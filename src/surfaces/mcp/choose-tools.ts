import type { AnyOffer } from '../../offers/offer.ts'
import { lineOf } from '../../offers/line-of.ts'

/** What `tools/list` shows to a client. */
export interface ToolView {
  /** Ids of offers; null for all. Any tool may be called, shown or not. */
  readonly ids: ReadonlySet<string> | null
  /** Whether the schemas of answers are shown: six times as much as all the rest, which hosts hand to models with every request. */
  readonly answers: boolean
}

export const allTools: ToolView = { ids: null, answers: false }

/** A word of `tools` that names no tool, and the words that would. */
export interface UnknownTools {
  readonly unknown: string
  readonly known: readonly string[]
}

/**
 * Reads the query of the address at which a client calls: `tools=market,companies` shows only tools that these words name, `answers=true` the
 * schemas of answers too. A word is the id of a tool, or a word of its id or route, in the singular or plural.
 */
export function chooseTools(offers: readonly AnyOffer[], query: URLSearchParams): ToolView | UnknownTools {
  const wanted = query
    .getAll('tools')
    .flatMap((list) => list.split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
  const answers = /^(?:1|true|yes)$/i.test(query.get('answers') ?? '')
  if (wanted.length === 0) return { ids: null, answers }
  const named = offers.map((offer) => ({ id: offer.id, words: wordsOf(offer) }))
  const unknown = wanted.find((word) => !named.some(({ words }) => words.has(singular(word))))
  if (unknown !== undefined) return { unknown, known: [...new Set(offers.map(lineOf))].toSorted() }
  const ids = named.filter(({ words }) => wanted.some((word) => words.has(singular(word)))).map(({ id }) => id)
  return { ids: new Set(ids), answers }
}

function wordsOf({ id, template }: AnyOffer): ReadonlySet<string> {
  const segments = template.split('/').filter((segment) => segment !== '' && !segment.startsWith('{') && !/^v\d+$/.test(segment))
  return new Set([id, ...id.split('-'), ...segments, ...segments.flatMap((segment) => segment.split('-'))].map(singular))
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}
