import type { FunctionDefinition, Place } from '../code/syntax.ts'

/** A kind of weakness by its CWE number: `CWE-89`. */
export type Weakness = `CWE-${number}`

/** Why data matters: outsiders wrote it, it has to stay secret, or it is the text of an error. */
export type TaintKind = 'outsider' | 'secret' | 'error'

/** Where data that is followed comes in. */
export interface TaintSource {
  readonly kind: TaintKind
  /** As a reader says it: `request.args`. */
  readonly name: string
  readonly at: Place
  /** False for parameters of functions that any caller may fill: whether outsiders do is not known. */
  readonly certain: boolean
}

export interface Taint {
  readonly source: TaintSource
  /** The weaknesses that the data can't lead to any more; `all` where it is a number or one of a fixed list. */
  readonly cleaned: ReadonlySet<Weakness>
}

/** What is known of a value while the code is followed. */
export interface Value {
  readonly taints: readonly Taint[]
  /** The dotted path it was reached by: `flask.request.args`, `sqlite3.connect().cursor()`; names that nothing defines begin with `?`. */
  readonly path: string | null
  /** The text, if it is written out. */
  readonly text: string | null
  /** True for numbers, booleans, texts and collections that are written out. */
  readonly isConstant: boolean
  /** The beginning of a text made of parts, if it is written out. */
  readonly prefix: string | null
  readonly number: number | boolean | null
  readonly fields: ReadonlyMap<string, Value> | null
  readonly functions: readonly FunctionDefinition[]
  /** True of text that was put together from parts, at least one of them not written out. */
  readonly isBuilt: boolean
  /** True of lists, tuples and sets that are written out. */
  readonly isList: boolean
  /** The items of a list, where each of them is known. */
  readonly items: readonly Value[] | null
  /** What the call that made it was given by name: `resolve_entities=False`. */
  readonly settings: ReadonlyMap<string, Value> | null
}

export const unknownValue: Value = {
  taints: [],
  path: null,
  text: null,
  isConstant: false,
  prefix: null,
  number: null,
  fields: null,
  functions: [],
  isBuilt: false,
  isList: false,
  settings: null,
  items: null,
}

/** The prefix of a text whose beginning is not written out, but does not come from outsiders either: the base of an address. */
export const untaintedPrefix = '…'

/** Taints kept for one value. The first ones are enough to report. */
const maxTaints = 6

export function joinTaints(...lists: readonly (readonly Taint[])[]): readonly Taint[] {
  const all = lists.filter((list) => list.length > 0)
  if (all.length === 0) return []
  if (all.length === 1) return all[0] ?? []
  const kept: Taint[] = []
  for (const taint of all.flat()) {
    const same = kept.findIndex(({ source }) => source === taint.source)
    if (same < 0) kept.push(taint)
    else kept[same] = { source: taint.source, cleaned: bothCleaned(kept[same]?.cleaned ?? new Set(), taint.cleaned) }
  }
  return kept.slice(0, maxTaints)
}

/** On two ways to one place, only what both of them cleaned is clean. */
function bothCleaned(one: ReadonlySet<Weakness>, other: ReadonlySet<Weakness>): ReadonlySet<Weakness> {
  return one === other ? one : new Set([...one].filter((weakness) => other.has(weakness)))
}

/** The value without the taints that can't lead to these weaknesses. */
export function clean(value: Value, weaknesses: readonly Weakness[] | 'all'): Value {
  // What can carry no attack is as good as written out.
  if (weaknesses === 'all')
    return {
      ...value,
      taints: value.taints.filter(({ source }) => source.kind !== 'outsider'),
      fields: null,
      isConstant: true,
      isBuilt: false,
    }
  if (value.taints.length === 0 && !value.fields) return value
  const taints = value.taints.map(({ source, cleaned }) => ({ source, cleaned: new Set([...cleaned, ...weaknesses]) }))
  const fields = value.fields && new Map([...value.fields].map(([key, field]) => [key, clean(field, weaknesses)]))
  return { ...value, taints, fields }
}

/** Every taint of a value and of what it holds. */
export function taintsOf(value: Value, depth = 0): readonly Taint[] {
  if (!value.fields || depth > 3) return value.taints
  return joinTaints(value.taints, ...[...value.fields.values()].map((field) => taintsOf(field, depth + 1)))
}

/** One of two values: what holds for both, and the taints of either. */
export function either(one: Value, other: Value): Value {
  if (one === other) return one
  return {
    taints: joinTaints(one.taints, other.taints),
    path: one.path === other.path ? one.path : (one.path ?? other.path),
    text: one.text === other.text ? one.text : null,
    isConstant: one.isConstant && other.isConstant,
    prefix: one.prefix === other.prefix ? one.prefix : null,
    number: one.number === other.number ? one.number : null,
    fields: joinFields(one.fields, other.fields),
    functions: one.functions === other.functions ? one.functions : [...new Set([...one.functions, ...other.functions])].slice(0, 4),
    isBuilt: one.isBuilt || other.isBuilt,
    isList: one.isList && other.isList,
    items: one.items === other.items ? one.items : null,
    settings: one.settings === other.settings ? one.settings : null,
  }
}

function joinFields(one: Value['fields'], other: Value['fields']): Value['fields'] {
  if (!one || !other || one === other) return one ?? other
  const joined = new Map(one)
  for (const [key, value] of other) joined.set(key, joined.has(key) ? either(joined.get(key) ?? value, value) : value)
  return joined
}
