import type { Expression } from '../code/syntax.ts'
import type { Analysis } from './analysis.ts'
import type { Scope } from './scope.ts'
import { clean, taintsOf, type TaintSource, type Value, type Weakness } from './value.ts'

/** Data that a test has shown to be safe, by where it came in. */
interface Cleaned {
  readonly sources: ReadonlySet<TaintSource>
  /** The value that was tested. */
  readonly value: Value
  readonly cleans: readonly Weakness[] | 'all'
}

export interface Guards {
  readonly whenTrue: readonly Cleaned[]
  readonly whenFalse: readonly Cleaned[]
}

const none: Guards = { whenTrue: [], whenFalse: [] }

/** What an address without a host can't lead to. */
const ownSite: readonly Weakness[] = ['CWE-601', 'CWE-918']

/** The part of an address that names another site. */
function isHostOfAddress({ path }: Value): boolean {
  return /(?:urlparse|urlsplit|url_parse)\(\)\.(?:netloc|hostname|host|scheme)$/.test(path ?? '')
}

/** What a test says about data of outsiders, if it holds and if it does not. */
export function guardsOf(test: Expression, scope: Scope, analysis: Analysis, depth = 0): Guards {
  if (depth > 20) return none
  const inner = (part: Expression) => guardsOf(part, scope, analysis, depth + 1)
  if (test.kind === 'call') return guardOfCall(test, scope, analysis)
  if (test.kind === 'either') return joinGuards(test.options.map(inner), 'or')
  if (test.kind === 'name' || test.kind === 'member') return guardOfTruth(test, scope, analysis)
  if (test.kind !== 'compare') return none
  const [first, second] = test.parts
  if (test.operator === 'not' && first) {
    const { whenTrue, whenFalse } = inner(first)
    return { whenTrue: whenFalse, whenFalse: whenTrue }
  }
  if (test.operator === 'and' || test.operator === 'or') return joinGuards(test.parts.map(inner), test.operator)
  if (!first || !second) return none
  return guardOfComparison(test.operator, first, second, scope, analysis)
}

/** `and` cleans when it holds what any part cleans; when it does not hold, nothing is known. `or` is the opposite. */
function joinGuards(parts: readonly Guards[], operator: 'and' | 'or'): Guards {
  return operator === 'and'
    ? { whenTrue: parts.flatMap(({ whenTrue }) => whenTrue), whenFalse: [] }
    : { whenTrue: cleanedByEach(parts), whenFalse: parts.flatMap(({ whenFalse }) => whenFalse) }
}

/** What each part of an `or` cleans: `x === 'a' || x === 'b'`. */
function cleanedByEach([first, ...others]: readonly Guards[]): readonly Cleaned[] {
  const isShared = (one: Cleaned, other: Cleaned) =>
    other.cleans === one.cleans && [...other.sources].some((source) => one.sources.has(source))
  return (first?.whenTrue ?? []).filter((cleaned) => others.every(({ whenTrue }) => whenTrue.some((other) => isShared(cleaned, other))))
}

/** A test of `address.origin` is a test of the address. */
function testedValue(expression: Expression, scope: Scope, analysis: Analysis): Value {
  const value = analysis.followers.follow(expression, scope, analysis)
  if (
    value.taints.length > 0 ||
    expression.kind !== 'member' ||
    analysis.rules.harmlessPaths?.test(value.path ?? '') ||
    !/^(?:origin|host|hostname|protocol)$/.test(expression.property)
  )
    return value
  return { ...value, taints: analysis.followers.follow(expression.object, scope, analysis).taints }
}

function sourcesOf(value: Value): ReadonlySet<TaintSource> {
  return new Set(taintsOf(value).flatMap(({ source }) => (source.kind === 'outsider' ? [source] : [])))
}

/** What is known of a value after a call has accepted it. */
export function checkedBy(value: Value): Cleaned {
  return { sources: sourcesOf(value), value, cleans: 'all' }
}

function guardOfComparison(operator: string, first: Expression, second: Expression, scope: Scope, analysis: Analysis): Guards {
  const search =
    first.kind === 'call' && first.callee.kind === 'member' && first.callee.property === 'indexOf'
      ? { ...first, callee: first.callee }
      : null
  if (search && second.kind === 'constant') return guardOfSearch(operator, search, second.value, scope, analysis)
  if (first.kind === 'compare' && first.operator === 'typeof') return guardOfType(operator, first, second, scope, analysis)
  const [left, right] = [testedValue(first, scope, analysis), testedValue(second, scope, analysis)]
  const isMember = /^(?:not )?in$/.test(operator)
  const isEqual = /^(?:[!=]==?|is|is not)$/.test(operator)
  if (!isMember && !isEqual) return none
  const [tested, known] = isMember || left.taints.length > 0 ? [left, right] : [right, left]
  // A list, or a value, that no outsider has a hand in.
  if (taintsOf(known).length > 0 || (isEqual && known.number === null && known.text === null && !known.isConstant && known.path === null))
    return none
  if (isEqual && known.text === '' && isHostOfAddress(tested)) {
    const own = [{ sources: sourcesOf(tested), value: tested, cleans: ownSite }]
    return /not|!/.test(operator) ? { whenTrue: [], whenFalse: own } : { whenTrue: own, whenFalse: [] }
  }
  // `x is not None` and `x == ""` say nothing of what x is.
  if (isEqual && (known.text === '' || (known.isConstant && known.text === null && typeof known.number !== 'number'))) return none
  // The ending of a name says nothing of the rest of it.
  const cleans: readonly Weakness[] | 'all' = /splitext|rsplit|rpartition|\.suffix|content_type|mimetype/.test(tested.path ?? '')
    ? ['CWE-434']
    : 'all'
  const cleaned = [{ sources: sourcesOf(tested), value: tested, cleans }]
  return /not|!/.test(operator) ? { whenTrue: [], whenFalse: cleaned } : { whenTrue: cleaned, whenFalse: [] }
}

function inverted({ whenTrue, whenFalse }: Guards): Guards {
  return { whenTrue: whenFalse, whenFalse: whenTrue }
}

/** What is empty or missing carries nothing. */
function guardOfTruth(test: Expression, scope: Scope, analysis: Analysis): Guards {
  const tested = analysis.followers.follow(test, scope, analysis)
  // `if urlparse(target).netloc:` holds for addresses of other sites.
  if (isHostOfAddress(tested)) return { whenTrue: [], whenFalse: [{ sources: sourcesOf(tested), value: tested, cleans: ownSite }] }
  return tested.taints.length === 0 ? none : { whenTrue: [], whenFalse: [{ sources: sourcesOf(tested), value: tested, cleans: 'all' }] }
}

type MethodCall = Expression & { kind: 'call'; callee: Expression & { kind: 'member' } }

/** `list.indexOf(x) !== -1` says the same as `list.includes(x)`, and `text.indexOf(x) === 0` the same as `text.startsWith(x)`. */
function guardOfSearch(operator: string, call: MethodCall, place: number | boolean | null, scope: Scope, analysis: Analysis): Guards {
  const as = (property: string) => guardOfCall({ ...call, callee: { ...call.callee, property } }, scope, analysis)
  const found = `${operator}${String(place)}`
  if (/^(?:!==?-1|>-1|>=0)$/.test(found)) return as('includes')
  if (/^(?:===?-1|<0|<=-1)$/.test(found)) return inverted(as('includes'))
  if (/^===?0$/.test(found)) return as('startsWith')
  return /^!==?0$/.test(found) ? inverted(as('startsWith')) : none
}

/** `typeof x === 'string'`: a text can't be an object that changes a query. */
function guardOfType(
  operator: string,
  first: Expression & { kind: 'compare' },
  second: Expression,
  scope: Scope,
  analysis: Analysis,
): Guards {
  const [tested] = first.parts.map((part) => analysis.followers.follow(part, scope, analysis))
  if (!tested || second.kind !== 'text' || !/^[!=]==?$/.test(operator)) return none
  const cleans = /^(?:number|boolean|bigint)$/.test(second.value) ? 'all' : (['CWE-943', 'CWE-915', 'CWE-1321'] as const)
  if (second.value === 'undefined' && operator.startsWith('='))
    return { whenTrue: [{ sources: sourcesOf(tested), value: tested, cleans: 'all' }], whenFalse: [] }
  if (second.value === 'object' || second.value === 'undefined' || second.value === 'function') return none
  const guards: Guards = { whenTrue: [{ sources: sourcesOf(tested), value: tested, cleans }], whenFalse: [] }
  return operator.startsWith('!') ? inverted(guards) : guards
}

function guardOfCall(test: Expression & { kind: 'call' }, scope: Scope, analysis: Analysis): Guards {
  const callee = analysis.followers.follow(test.callee, scope, analysis)
  const receiver = test.callee.kind === 'member' ? analysis.followers.follow(test.callee.object, scope, analysis) : null
  const property = test.callee.kind === 'member' ? test.callee.property : null
  const name = test.callee.kind === 'name' ? test.callee.name : ''
  const path = callee.path ?? `?.${property ?? name}`
  const args = test.args.map(({ value }) => testedValue(value, scope, analysis))
  const cleanedWhen = (fails: boolean) =>
    analysis.rules.guards
      .filter((guard) => guard.path.test(path) && (guard.whenFails ?? false) === fails && (guard.when?.(receiver, args) ?? true))
      .flatMap((guard): Cleaned[] => {
        const tested = guard.tests === 'receiver' ? receiver : args[guard.tests]
        return tested ? [{ sources: sourcesOf(tested), value: tested, cleans: guard.cleans }] : []
      })
  return { whenTrue: cleanedWhen(false), whenFalse: cleanedWhen(true) }
}

/** Cleans every name of a scope of what a test has shown to be safe. */
export function applyGuards(scope: Scope, cleaned: readonly Cleaned[]): void {
  if (cleaned.length === 0) return
  for (const { value, cleans } of cleaned)
    if (value.path !== null && value.taints.length > 0) scope.own.set(`@${value.path}`, clean(value, cleans))
  for (let current: Scope | null = scope; current; current = current.outer)
    for (const [name, value] of current.own) {
      if (current !== scope && scope.own.has(name)) continue
      const cleaner = cleaned.reduce((one, { sources, cleans }) => cleanSources(one, sources, cleans), value)
      if (cleaner !== value) scope.own.set(name, cleaner)
    }
}

function cleanSources(value: Value, sources: ReadonlySet<TaintSource>, cleans: readonly Weakness[] | 'all', depth = 0): Value {
  const touched = value.taints.some(({ source }) => sources.has(source))
  const fields =
    value.fields && depth < 3
      ? new Map([...value.fields].map(([key, field]) => [key, cleanSources(field, sources, cleans, depth + 1)]))
      : value.fields
  if (!touched) return fields === value.fields ? value : { ...value, fields }
  const taints =
    cleans === 'all'
      ? value.taints.filter(({ source }) => !sources.has(source))
      : value.taints.map((taint) =>
          sources.has(taint.source) ? { source: taint.source, cleaned: new Set([...taint.cleaned, ...cleans]) } : taint,
        )
  return { ...value, taints, fields }
}
