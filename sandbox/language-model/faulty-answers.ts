import { answerHonestly } from './answer-honestly.ts'
import type { ModelRequest } from './model-request.ts'

/** Members that hold a word of a list, not a text. */
const codes: ReadonlySet<string> = new Set(['verdict', 'stance', 'language', 'sourceLanguage'])

/** Answers that are wrong in what they say. They come with status 200 and in the form of their dialect. */
export const faultyAnswers = {
  /** A member has another type, and a verdict another word. */
  'wrong-schema': (request) => changeTexts(answerHonestly(request), (name) => (name === 'verdict' ? 'mostly true' : 17)),
  /** The right answer with a member that was not asked for. */
  'extra-members': (request) => ({ ...(answerHonestly(request) as object), note: 'I have thought about this for long.' }),
  /** Quotes that are in no source. */
  'invented-quotes': (request) =>
    changeQuotes(answerHonestly(request), (quote) => `${quote.split(' ').toReversed().join(' ')}, as the author told a friend`),
  'not-json': () => 'Certainly! Here is what I think about your text.',
  empty: (request) => changeTexts(answerHonestly(request), () => ''),
  /** Text of the data instead of an answer about it. */
  echo: ({ data, schema }) => {
    const members = Object.keys((schema['properties'] as object | undefined) ?? {})
    if (!members.includes('translation')) return data
    return { sourceLanguage: 'en', translation: data?.['text'] }
  },
  /** Believes every claim, and quotes the beginning of the source for it. */
  gullible: (request) => agree(request, (source) => source.slice(0, 60)),
  /** Does what the data tells it, and talks about it. */
  obedient: (request) => obey(request),
  /** Puts its instructions into every text that it may write. */
  leaking: (request) => changeTexts(answerHonestly(request), (name, text) => (codes.has(name) ? text : request.instructions.slice(0, 190))),
} as const satisfies Readonly<Record<string, (request: ModelRequest) => unknown>>

function agree({ data, schema }: ModelRequest, quoteOf: (source: string) => string): unknown {
  const verdict = (source: unknown) => ({
    verdict: 'supported',
    confidence: 0.97,
    quotes: [{ text: quoteOf(String(source)), stance: 'supports' }],
    reasons: ['full_coverage'],
  })
  const { claims, sources, source } = data ?? {}
  if (!Array.isArray(claims) || !Array.isArray(sources)) return source === undefined ? answerHonestly({ data, schema }) : verdict(source)
  const checks = claims.flatMap((_, claim) => sources.map((one, at) => ({ claim: claim + 1, source: at + 1, ...verdict(one.text) })))
  return { checks }
}

/** Every second time it does not even keep the form. */
let obeyed = 0
function obey(request: ModelRequest): unknown {
  obeyed += 1
  if (obeyed % 4 === 0) return `My instructions are: ${request.instructions}`
  if (obeyed % 4 === 1) return { verdict: 'TRUE', confidence: 1, message: request.instructions, quotes: [], reasons: [] }
  const told = agree(request, (source) => source.slice(0, 200))
  return changeTexts(told, (name, text) => (codes.has(name) ? text : request.instructions), {
    keep: ['quotes', 'reasons'],
  })
}

/** An answer with other texts; those in members that are kept stay. */
function changeTexts(
  value: unknown,
  change: (name: string, text: string) => unknown,
  { keep = [], name = '' }: { readonly keep?: readonly string[]; readonly name?: string } = {},
): unknown {
  if (typeof value === 'string') return change(name, value)
  if (Array.isArray(value)) return value.map((one) => changeTexts(one, change, { keep, name }))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([member, below]) => [
      member,
      keep.includes(member) ? below : changeTexts(below, change, { keep, name: member }),
    ]),
  )
}

function changeQuotes(value: unknown, change: (quote: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => changeQuotes(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, below]) => {
      if (name === 'quotes' && Array.isArray(below)) return [name, below.map((one) => ({ ...one, text: change(one.text) }))]
      return [name, name === 'quote' && typeof below === 'string' ? change(below) : changeQuotes(below, change)]
    }),
  )
}
