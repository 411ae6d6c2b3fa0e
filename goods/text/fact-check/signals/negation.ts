import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import type { AlignedPair } from '../align.ts'
import type { ReadText } from '../elements.ts'
import { isNumberSign } from '../tokens.ts'
import { ramp, restAgreed, spanOf, type Comparison, type SignalRule } from './comparison.ts'

/** Words that negate what is around them in their clause. */
const cues = new Set('not no never neither nor none nobody nothing nowhere hardly scarcely'.split(' '))
/** Words that negate what follows them. */
const forwardCues = new Set(
  'without lack lacks lacked lacking fail fails failed failing refuse refuses refused unable absence incapable except excluding'.split(' '),
)
const boundaries = new Set(
  'but which who whom that because although though while whereas when if since unless and or so after before until'.split(' '),
)
/** After `not` or `no` these make no negation: `not only`, `no fewer than`, `no doubt`. */
const harmless = new Set('only more less fewer later doubt matter earlier sooner until just'.split(' '))

/** A negation reaches no further than this in either direction; a row of negations would cost quadratic time. */
const maxScope = 30

/** The work of asking whether two words are opposites. */
const workPerPair = 3

interface Negated {
  /** Parity of the negations over each element: 1 where it is negated. */
  readonly parity: Uint8Array
  /** The element that negates it, or -1. */
  readonly by: Int32Array
}

/** Elements that one text negates and the other asserts. One signal at most. */
export const negationSignals: SignalRule = (comparison, work) => {
  const { claim, source } = comparison
  const inClaim = negated(claim)
  const inSource = negated(source)
  if (oppositesCancel(comparison, inClaim.parity, inSource.parity, work)) return []
  const scopes = scopesOf(comparison, inClaim, inSource)
  const scope = scopes.find(({ opposed, alike }) => opposed > alike)
  if (scope === undefined) return []
  const { cueOfClaim, cueOfSource, first } = scope
  const strength = ramp(restAgreed(comparison, cueOfClaim ?? first.claim), 0.25, 0.8) * ramp(scope.opposed, 0, 1)
  return [
    { type: 'negation', claim: spanOf(claim, cueOfClaim ?? first.claim), source: spanOf(source, cueOfSource ?? first.source), strength },
  ]
}

/** What one negation does to the pairs under it: those that the other text asserts, and those that it negates too. */
interface Scope {
  opposed: number
  alike: number
  readonly cueOfClaim: number | null
  readonly cueOfSource: number | null
  readonly first: AlignedPair
}

function scopesOf({ claim, alignment }: Comparison, inClaim: Negated, inSource: Negated): readonly Scope[] {
  const scopes = new Map<string, Scope>()
  for (const pair of alignment.pairs) {
    const element = claim.elements[pair.claim]
    if (element === undefined || isCue(element.key) || pair.how === 'different') continue
    const cueOfClaim = inClaim.parity[pair.claim] === 1 ? (inClaim.by[pair.claim] ?? null) : null
    const cueOfSource = inSource.parity[pair.source] === 1 ? (inSource.by[pair.source] ?? null) : null
    if (cueOfClaim === null && cueOfSource === null) continue
    const both = cueOfClaim !== null && cueOfSource !== null
    for (const key of [cueOfClaim === null ? '' : `claim ${cueOfClaim}`, cueOfSource === null ? '' : `source ${cueOfSource}`]) {
      if (key === '') continue
      const scope = scopes.get(key) ?? { opposed: 0, alike: 0, cueOfClaim, cueOfSource, first: pair }
      if (both) scope.alike += element.weight
      else scope.opposed += element.weight
      scopes.set(key, scope)
    }
  }
  return [...scopes.values()]
}

/** "Not safe" and "unsafe" say the same: one negation and one opposite. */
function oppositesCancel(
  { claim, source, relations, pairOfClaim, pairOfSource }: Comparison,
  ofClaim: Uint8Array,
  ofSource: Uint8Array,
  work: Work,
): boolean {
  const ofContent = freeWords(claim, pairOfClaim, ofClaim, 0.5)
  const others = freeWords(source, pairOfSource, ofSource, 0)
  for (const [key, parities] of ofContent) {
    if (work.isSpent()) return false
    work.add(workPerPair * others.size)
    for (const [other, otherParities] of others) {
      if (isOpposed(parities, otherParities) && relations.opposite(key, other) === 'near') return true
    }
  }
  return false
}

/** The words that agree with no word of the other text, each once, with the parities that they have. */
function freeWords(
  { elements }: ReadText,
  pairs: ReadonlyMap<number, AlignedPair>,
  parity: Uint8Array,
  minWeight: number,
): ReadonlyMap<string, Parities> {
  const words = new Map<string, Parities>()
  for (const [at, { kind, weight, key }] of elements.entries()) {
    if (kind !== 'word' || weight < minWeight || (pairs.get(at)?.how ?? 'different') !== 'different') continue
    words.set(key, ((words.get(key) ?? 0) | (parity[at] === 1 ? 2 : 1)) as Parities)
  }
  return words
}

/** 1: a word stands somewhere as it is; 2: somewhere negated; 3: both. */
type Parities = 1 | 2 | 3
const isOpposed = (one: Parities, other: Parities) => one !== other || one === 3

const isCue = (key: string) => cues.has(key) || forwardCues.has(key)

/** Over which elements negations reach. Two negations cancel each other. */
function negated({ elements, tokens }: ReadText): Negated {
  const parity = new Uint8Array(elements.length)
  const by = new Int32Array(elements.length).fill(-1)
  const lastThan = tokens.findLastIndex((token) => token.lower === 'than')
  for (const [index, element] of elements.entries()) {
    const lower = tokens[element.from]?.lower ?? ''
    // Something that failed did not work; who failed to come did not come.
    const failed = /^fail(?:s|ed)?$/u.test(lower) && tokens[element.from + 1]?.lower !== 'to'
    const backward = cues.has(lower) || failed
    if (!backward && !forwardCues.has(lower)) continue
    if (lower === 'no' && isNumberSign(tokens, element.from)) continue
    // "No line is longer than this one" is a superlative.
    if (lower === 'no' && lastThan >= element.from) continue
    if (harmless.has(tokens[element.from + 1]?.lower ?? '') && (lower === 'not' || lower === 'no')) continue
    for (let at = index + 1; at < Math.min(elements.length, index + maxScope) && !endsClause(elements, tokens, at); at++) flip(at, index)
    if (!backward) continue
    for (let at = index - 1; at >= Math.max(0, index - maxScope); at--) {
      // Behind a boundary begins the clause of the negation; the subject of "and" sentences may be its own.
      if (endsClause(elements, tokens, at + 1)) break
      flip(at, index)
    }
  }
  return { parity, by }

  function flip(at: number, cue: number): void {
    parity[at] = (parity[at] ?? 0) ^ 1
    by[at] = cue
  }
}

/** Whether a clause ends before element `at`. */
function endsClause(elements: ReadText['elements'], tokens: ReadText['tokens'], at: number): boolean {
  const from = elements[at]?.from ?? 0
  const before = tokens[from - 1]
  if (before?.kind === 'symbol' && [',', ';', ':', '(', ')', '–', '—'].includes(before.text)) return true
  return boundaries.has(tokens[from]?.lower ?? '')
}
