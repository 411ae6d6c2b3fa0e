/**
 * What is taken of a value: all of it, or some of its members. `[]` is each element of a list, `[-]` the same where the last ones
 * count most, `{}` each member of a map.
 */
export type Selection = 'all' | ReadonlyMap<string, Selection>

/** A member of the short form, which is shown whole, in part or not at all. */
export interface BriefMember {
  /** The names that lead to it, without lists and maps. */
  readonly names: readonly string[]
  /** What of it is shown. */
  readonly selection: Selection
  /** Of a list: whether its last elements are kept where not all fit. */
  readonly fromEnd: boolean
}

/** The steps of a path: `data.candles[].open` has `data`, `candles`, `[]` and `open`. */
export function stepsOf(path: string): string[] {
  return path.split('.').flatMap((part) => part.split(/(?=\[-?\]|\{\})/))
}

/** The members that these paths name, in their order. Paths into one list or one map make one member. */
export function membersOf(paths: readonly string[]): BriefMember[] {
  const found = new Map<string, { names: string[]; rests: string[][] }>()
  for (const path of paths) {
    const steps = stepsOf(path)
    const mark = steps.findIndex(isMark)
    const names = mark < 0 ? steps : steps.slice(0, mark)
    const member = found.get(names.join('.')) ?? { names, rests: [] }
    member.rests.push(mark < 0 ? [] : steps.slice(mark))
    found.set(names.join('.'), member)
  }
  return [...found.values()].map(({ names, rests }) => ({
    names,
    selection: selectionOf(rests),
    fromEnd: rests.some(([mark]) => mark === '[-]'),
  }))
}

function selectionOf(rests: readonly (readonly string[])[]): Selection {
  if (rests.some((rest) => rest.length === 0)) return 'all'
  const below = new Map<string, (readonly string[])[]>()
  for (const [first = '', ...rest] of rests) below.set(first, [...(below.get(first) ?? []), rest])
  return new Map([...below].map(([name, more]) => [name, selectionOf(more)]))
}

/** What the selection takes of a value. A member that the value lacks is left out. */
export function select(value: unknown, selection: Selection): unknown {
  if (selection === 'all' || typeof value !== 'object' || value === null) return value
  const each = selection.get('[]') ?? selection.get('[-]') ?? selection.get('{}')
  if (Array.isArray(value)) return each === undefined ? value : value.map((element) => select(element, each))
  const members = value as Readonly<Record<string, unknown>>
  if (selection.has('{}')) return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, select(one, each as Selection)]))
  return Object.fromEntries(
    [...selection].flatMap(([name, below]) => (Object.hasOwn(members, name) ? [[name, select(members[name], below)]] : [])),
  )
}

/** The value that these names lead to; undefined where there is none. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  )
}

/** A copy of the object with this value at these names. */
export function withValue(
  object: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...object, [name]: value }
  const inner = (object[name] ?? {}) as Readonly<Record<string, unknown>>
  return { ...object, [name]: withValue(inner, rest, value) }
}

function isMark(step: string): boolean {
  return step === '[]' || step === '[-]' || step === '{}'
}
