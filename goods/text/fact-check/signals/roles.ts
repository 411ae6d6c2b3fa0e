import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import type { Element, ReadText } from '../elements.ts'
import { isSameName } from './same-name.ts'
import { spanOf, type Signal, type SignalRule } from './comparison.ts'

const clauseEnds = new Set(
  'but which who whom that because although though while whereas when where if since unless after before until as so'.split(' '),
)
/** Whoever does these with another has it done to them as well. */
const mutual = new Set(
  'marri meet border resembl equal match differ compet cooperat collaborat agre divorc merg correspond coincid adjoin neighbor be'.split(
    ' ',
  ),
)
const maxSide = 12

/** What stands before and behind a verb in its clause. */
interface Sides {
  readonly left: readonly Element[]
  readonly right: readonly Element[]
  readonly passive: boolean
  /** Whether `by` names who did it. */
  readonly agent: boolean
}

/** A word around which sides mean roles, and where it stands. */
interface Pivot extends Sides {
  readonly key: string
  readonly at: number
}

/** The work of comparing the sides of two pivots. */
const workPerPair = 40

/** Who did what to whom, where claim and sentence exchange both sides of a verb or comparison. At most one signal. */
export const roleSignals: SignalRule = ({ claim, source }, work) => {
  const others = Map.groupBy(pivotsOf(source, work), ({ key }) => key)
  let best: Signal | null = null
  for (const here of pivotsOf(claim, work)) {
    for (const there of others.get(here.key) ?? []) {
      if (work.isSpent()) return best === null ? [] : [best]
      work.add(workPerPair)
      const flipped = here.passive !== there.passive
      const straight = Math.min(shared(here.left, there.left), shared(here.right, there.right))
      const crossed = Math.min(shared(here.left, there.right), shared(here.right, there.left))
      // Many verbs do without an object: "it opened" and "it was opened" say the same.
      if (flipped && !here.agent && !there.agent) continue
      const strength = flipped ? straight - crossed : crossed - straight
      if (strength > 0.45 && strength > (best?.strength ?? 0)) {
        best = { type: 'role', claim: spanOf(claim, here.at), source: spanOf(source, there.at), strength: Math.min(1, strength * 1.2) }
      }
    }
  }
  return best === null ? [] : [best]
}

/** The pivots of a text with something on both sides, in order. Of several that are alike only the first one is given. */
function pivotsOf(text: ReadText, work: Work): readonly Pivot[] {
  const pivots = new Map<string, Pivot>()
  // In a comparison only what is compared has a role.
  const isComparison = text.tokens.some(({ lower }) => lower === 'than')
  for (const [at, element] of text.elements.entries()) {
    if (!isPivot(element, text, isComparison)) continue
    if (work.isSpent()) break
    work.add(workPerPair)
    const sides = sidesOf(text, at)
    if (sides.left.length === 0 || sides.right.length === 0) continue
    const wordsOf = (side: readonly Element[]) => side.map(({ key, name }) => (name ? `^${key}` : key)).join(' ')
    const alike = [element.key, wordsOf(sides.left), wordsOf(sides.right), sides.passive, sides.agent].join('|')
    if (!pivots.has(alike)) pivots.set(alike, { ...sides, key: element.key, at })
  }
  return [...pivots.values()]
}

/** Whether a word is a verb, or `than`, `from`, `to` of a comparison. */
function isPivot(element: Element, { tokens }: ReadText, isComparison: boolean): boolean {
  if (element.kind !== 'word' || element.name || mutual.has(element.key)) return false
  const token = tokens[element.from]
  if (token === undefined) return false
  if (token.lower === 'than') return true
  if (isComparison || element.weight < 0.5) return false
  const before = tokens[element.from - 1]?.lower ?? ''
  return !['a', 'an', 'the', 'of', 'his', 'her', 'its', 'their', 'in', 'at', 'on', 'for', 'with', 'and', 'or'].includes(before)
}

function sidesOf({ elements, tokens }: ReadText, at: number): Sides {
  const left: Element[] = []
  for (let index = at - 1; index >= 0 && at - index <= maxSide; index--) {
    if (endsClause(elements[index + 1], elements[index], tokens)) break
    const element = elements[index]
    if (element?.kind === 'word' && element.weight >= 0.5) left.push(element)
  }
  const right: Element[] = []
  for (let index = at + 1; index < elements.length && index - at <= maxSide; index++) {
    if (endsClause(elements[index], elements[index - 1], tokens)) break
    const element = elements[index]
    if (element?.kind === 'word' && element.weight >= 0.5) right.push(element)
  }
  return {
    left: left.slice(0, 5),
    right: right.slice(0, 5),
    passive: isPassive(elements, tokens, at),
    agent: elements.slice(at + 1, at + 6).some(({ key }) => key === 'by'),
  }
}

/** Whether a clause ends between two neighbouring elements. */
function endsClause(later: Element | undefined, earlier: Element | undefined, tokens: ReadText['tokens']): boolean {
  if (later === undefined || earlier === undefined) return true
  const between = tokens.slice(earlier.to, later.from)
  if (between.some((token) => [',', ';', ':', '(', ')', '—', '–', '.'].includes(token.text))) return true
  return clauseEnds.has(tokens[later.from]?.lower ?? '') || clauseEnds.has(tokens[earlier.from]?.lower ?? '')
}

/** A form of be in the three words before a participle, or `by` behind it. */
function isPassive(elements: readonly Element[], tokens: ReadText['tokens'], at: number): boolean {
  const before = elements.slice(Math.max(0, at - 3), at).some(({ key }) => key === 'be')
  const lower = tokens[elements[at]?.from ?? 0]?.lower ?? ''
  const participle = /(?:ed|en|wn|ught|ost|old|ent|uilt|aid|eld|ade|ed|lt)$/u.test(lower)
  return (before && participle) || (participle && elements[at + 1]?.key === 'by')
}

/** The share of the first side's words that the other has too. */
function shared(one: readonly Element[], other: readonly Element[]): number {
  const found = one.filter((element) =>
    other.some((near) => near.key === element.key || (element.name && near.name && isSameName(element.key, near.key))),
  )
  return Math.min(1, found.length / Math.max(1, Math.min(one.length, other.length)))
}
