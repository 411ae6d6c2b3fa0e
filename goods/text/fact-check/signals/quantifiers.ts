import type { ReadText } from '../elements.ts'
import { ramp, restAgreed, type Signal, type SignalRule } from './comparison.ts'

type Quantifier = 'all' | 'most' | 'some' | 'few' | 'only'

const words: Readonly<Record<Quantifier, string>> = {
  all: 'all every each always entire entirely whole completely universally invariably',
  most: 'most mostly majority usually generally mainly largely typically primarily',
  some: 'some several many sometimes often various numerous occasionally partly partially certain',
  few: 'few rarely seldom minority little',
  only: 'only exclusively solely merely',
}
const kindOf = new Map(Object.entries(words).flatMap(([kind, list]) => list.split(' ').map((word) => [word, kind as Quantifier] as const)))

/** How much a claim's quantifier says beyond the sentence's, for those that exclude each other. */
const excluded: Readonly<Record<string, number>> = {
  'all some': 0.8,
  'all most': 0.7,
  'all few': 1,
  'most few': 1,
  'few most': 1,
  'few all': 1,
  'most some': 0.4,
  'few some': 0.6,
  'some few': 0.4,
}

/** Quantifiers of the claim (`all`, `most`, `only`) that the sentence excludes or does not back. At most one signal. */
export const quantifierSignals: SignalRule = (comparison) => {
  const { claim, source } = comparison
  const ofClaim = quantifiersOf(claim)
  const ofSource = firstOfEachKind(quantifiersOf(source))
  let best: Signal | null = null
  for (const { kind, token, at } of ofClaim) {
    if (ofSource.some((other) => other.kind === kind)) continue
    const rest = ramp(restAgreed(comparison, at), 0.3, 0.85)
    const other = ofSource
      .map((found) => ({ found, base: excluded[`${kind} ${found.kind}`] ?? 0 }))
      .sort((one, two) => two.base - one.base)[0]
    const base = other !== undefined && other.base > 0 ? other.base : kind === 'only' ? 0.5 : 0
    if (base === 0 || base * rest <= (best?.strength ?? 0)) continue
    best = {
      type: 'quantifier',
      claim: { start: token.start, end: token.end },
      source: other !== undefined && other.base > 0 ? { start: other.found.token.start, end: other.found.token.end } : null,
      strength: base * rest,
    }
  }
  return best === null ? [] : [best]
}

function firstOfEachKind<T extends { readonly kind: Quantifier }>(found: readonly T[]): readonly T[] {
  const first = new Map<Quantifier, T>()
  for (const one of found) if (!first.has(one.kind)) first.set(one.kind, one)
  return [...first.values()]
}

function quantifiersOf({ elements, tokens }: ReadText) {
  return elements.flatMap((element, at) => {
    const token = tokens[element.from]
    if (token === undefined || element.kind !== 'word') return []
    const kind = kindOf.get(token.lower)
    // "most important" is a superlative, "not only" no limit, "at most" and "many more" bounds.
    const before = tokens[element.from - 1]?.lower
    if (kind === undefined || (token.lower === 'most' && before === 'the') || before === 'not' || before === 'at') return []
    return [{ kind, token, at }]
  })
}
