import type { Expression, FunctionDefinition, Place, Statement } from '../code/syntax.ts'
import type { Flow, FlowRule, LanguageRules } from './rule.ts'
import type { Scope } from './scope.ts'
import { unknownValue, type Taint, type TaintKind, type TaintSource, type Value, type Weakness } from './value.ts'

export interface KnownClass {
  readonly methods: Map<string, FunctionDefinition>
  readonly fields: Map<string, Value>
  readonly bases: readonly string[]
}

/** What a function has returned so far. */
export interface Frame {
  returned: Value | null
  /** Null outside of functions. */
  readonly definition: FunctionDefinition | null
}

/** The parts of the analysis that need each other. */
export interface Followers {
  /** What an expression evaluates to. */
  follow(expression: Expression, scope: Scope, analysis: Analysis): Value
  followCall(call: Expression & { kind: 'call' }, scope: Scope, analysis: Analysis): Value
  /** True if the statements leave the block. */
  followStatements(statements: readonly Statement[], scope: Scope, analysis: Analysis, frame: Frame): boolean
}

/** What is known while one file is followed. */
export interface Analysis {
  readonly followers: Followers
  readonly rules: LanguageRules
  readonly found: Map<string, Flow>
  readonly classes: Map<string, KnownClass>
  /** Where each function was defined. */
  readonly homes: Map<FunctionDefinition, Scope>
  /** Functions that were called, with the results by what they were given. */
  readonly results: Map<FunctionDefinition, Map<string, Value>>
  readonly sources: Map<string, TaintSource>
  /** Functions whose first parameter is a request, by the name that they are exported under. */
  readonly entries: Set<FunctionDefinition>
  /** Sources whose data came to a place where the weakness is decided, whether it did harm there or not. */
  readonly decided: Map<Weakness, Set<TaintSource>>
  /** Functions being followed, the outermost first. */
  readonly calls: FunctionDefinition[]
  /** The rules of each list that speak of a path, by their places in the list. */
  readonly matches: Map<readonly object[], Map<string, readonly number[]>>
  /** Whether the time is over. */
  readonly isOver: () => boolean
  steps: number
  /** False once something was left out. */
  isComplete: boolean
}

/** How much of a file is followed. What is beyond it is not looked at. */
export const limits = { steps: 400_000, depth: 6 } as const

export function openAnalysis(rules: LanguageRules, followers: Followers, isOver: () => boolean): Analysis {
  return {
    followers,
    rules,
    found: new Map(),
    classes: new Map(),
    homes: new Map(),
    results: new Map(),
    sources: new Map(),
    entries: new Set(),
    decided: new Map(),
    calls: [],
    matches: new Map(),
    isOver,
    steps: 0,
    isComplete: true,
  }
}

/** Counts one step; false when the file is too much to follow. */
export function isWithinLimits(analysis: Analysis): boolean {
  analysis.steps++
  // The clock is read now and then: reading it costs more than a step.
  if (analysis.steps >= limits.steps || (analysis.steps % 1024 === 0 && analysis.isOver())) analysis.isComplete = false
  return analysis.isComplete
}

/** Data of outsiders that comes in at a place. */
export function taintFrom(
  analysis: Analysis,
  name: string,
  at: Place,
  certain: boolean,
  cleaned: readonly Weakness[] = [],
  kind: TaintKind = 'outsider',
): Taint {
  const key = `${kind}:${at.line}:${at.column}:${name}:${cleaned.length}`
  let source = analysis.sources.get(key)
  if (!source) analysis.sources.set(key, (source = { kind, name: name.replaceAll('?', ''), at, certain }))
  return { source, cleaned: new Set(cleaned) }
}

/** The path of an exception of a broad kind where it is caught. */
const caughtError = '%error'

/** A value that is known by its path; it comes from outsiders if the rules say so. */
export function valueAt(analysis: Analysis, path: string, at: Place): Value {
  // By custom, names in capitals are constants.
  const value = { ...unknownValue, path, isConstant: /(?:^|\.)[A-Z][A-Z0-9_]+$/.test(path) }
  if (path === caughtError || analysis.rules.errorSources?.test(path))
    return { ...value, taints: [taintFrom(analysis, 'exception', at, true, [], 'error')] }
  const mild = analysis.rules.mildSources?.find((source) => source.path.test(path))
  const delicate = analysis.rules.delicateSources?.filter((source) => source.path.test(path)) ?? []
  const taints = delicate.map(({ cleaned }) => taintFrom(analysis, path, at, true, cleaned))
  if (mild) taints.push(taintFrom(analysis, path, at, mild.certain, [...mild.cleaned, ...(analysis.rules.delicate ?? [])]))
  else if (isSource(analysis.rules, path)) taints.push(taintFrom(analysis, path, at, true, analysis.rules.delicate))
  return taints.length > 0 ? { ...value, taints } : value
}

function isSource(rules: LanguageRules, path: string): boolean {
  if (path.startsWith('?')) {
    const [, name = '', rest = ''] = /^\?([^.([]+)\.?(.*)$/.exec(path) ?? []
    if (rest !== '' && rules.requestNames.test(name) && rules.requestMembers.test(rest)) return true
  }
  return rules.sources.some((source) => source.test(path))
}

/** Whether a weakness was found at a place by whatever rule. */
export function isReported(analysis: Analysis, weakness: Weakness, at: Place): boolean {
  return [...analysis.found.values()].some(
    (flow) => flow.rule.weakness === weakness && flow.at.line === at.line && flow.at.column === at.column,
  )
}

/** Notes that data came to a place where the weakness is decided. */
export function decide(analysis: Analysis, weakness: Weakness, source: TaintSource): void {
  const known = analysis.decided.get(weakness) ?? new Set<TaintSource>()
  analysis.decided.set(weakness, known.add(source))
}

/** Notes that a rule was broken. A certain source is preferred to an uncertain one. */
export function report(analysis: Analysis, rule: FlowRule, at: Place, source: TaintSource | null): void {
  const key = `${rule.id}:${at.line}:${at.column}`
  const before = analysis.found.get(key)
  if (before && (before.source?.certain ?? true)) return
  analysis.found.set(key, { rule, at, source })
}
