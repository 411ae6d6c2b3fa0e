import type { Seen } from './readable.ts'

/** Differences that are wanted; a path is a regular expression. */
export interface Expected {
  /** Members that have another name now. */
  readonly members?: readonly (readonly [path: string, old: string, now: string])[]
  /** Parts of texts that are worded otherwise now. */
  readonly sentences?: readonly (readonly [old: string, now: string])[]
  readonly added?: readonly string[]
  readonly removed?: readonly string[]
  /** What has another form now: not compared. */
  readonly reshaped?: readonly string[]
  /** Values of the moment, such as prices: compared by their type. */
  readonly volatile?: readonly string[]
}

export interface Difference {
  readonly path: string
  /** Absent where there was nothing. */
  readonly before?: string
  readonly after?: string
}

export interface Differences {
  readonly compared: number
  readonly volatile: number
  readonly unexpected: readonly Difference[]
  /** Rules that fit nothing: stale, or wrong. */
  readonly unused: readonly string[]
}

type Collected = ReadonlyMap<string, Seen>

/** What differs between two versions, apart from what differs between two runs of the first and what is expected. */
export function differences(input: {
  readonly before: Collected
  readonly repeated: Collected
  readonly after: Collected
  readonly expected: Expected
}): Differences {
  const rules = readRules(input.expected)
  const before = leavesOf(input.before, rules)
  const repeated = leavesOf(input.repeated, rules)
  const after = leavesOf(input.after)
  const volatile = new Set([...before].filter(([path, value]) => repeated.get(path) !== value).map(([path]) => path))
  for (const path of repeated.keys()) if (!before.has(path)) volatile.add(path)
  for (const path of before.keys()) if (rules.isVolatile(path)) volatile.add(path)
  const unexpected: Difference[] = []
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)]
    if (old === now || rules.isReshaped(path)) continue
    if (now === undefined && (rules.isRemoved(path) || volatile.has(path))) continue
    if (old === undefined && (rules.isAdded(path) || volatile.has(path))) continue
    if (volatile.has(path) && old !== undefined && now !== undefined && kindOf(old) === kindOf(now)) continue
    unexpected.push({ path, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) })
  }
  return { compared: new Set([...before.keys(), ...after.keys()]).size, volatile: volatile.size, unexpected, unused: rules.unused() }
}

/** A number stays a number, and a text a text, whatever it says. */
function kindOf(leaf: string): string {
  return typeof JSON.parse(leaf)
}

interface Rules {
  member(path: string, name: string): string
  text(text: string): string
  isAdded(path: string): boolean
  isRemoved(path: string): boolean
  isVolatile(path: string): boolean
  isReshaped(path: string): boolean
  unused(): string[]
}

function readRules(expected: Expected): Rules {
  const used = new Set<string>()
  const members = (expected.members ?? []).map(([path, old, now]) => ({ path: new RegExp(path), old, now, id: `member ${path} ${old}` }))
  const sentences = (expected.sentences ?? []).map(([old, now]) => ({ old, now, id: `sentence ${old}` }))
  const paths = (all: readonly string[] = []) => all.map((path) => ({ path: new RegExp(path), id: path }))
  const [added, removed] = [paths(expected.added), paths(expected.removed)]
  const [volatile, reshaped] = [paths(expected.volatile), paths(expected.reshaped)]
  const fits = (all: readonly { path: RegExp; id: string }[], path: string) => {
    const rule = all.find((one) => one.path.test(path))
    if (rule) used.add(rule.id)
    return rule !== undefined
  }
  return {
    member(path, name) {
      const rule = members.find((one) => one.old === name && one.path.test(path))
      if (rule) used.add(rule.id)
      return rule?.now ?? name
    },
    text(text) {
      let result = text
      for (const { old, now, id } of sentences) {
        if (!result.includes(old)) continue
        used.add(id)
        result = result.replaceAll(old, now)
      }
      return result
    },
    isAdded: (path) => fits(added, path),
    isRemoved: (path) => fits(removed, path),
    isVolatile: (path) => fits(volatile, path),
    isReshaped: (path) => fits(reshaped, path),
    unused: () =>
      [...members, ...sentences, ...added, ...removed, ...volatile, ...reshaped].map(({ id }) => id).filter((id) => !used.has(id)),
  }
}

const noRules = readRules({})

function leavesOf(collected: Collected, rules: Rules = noRules): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      leaves.set(`${path}.length`, JSON.stringify(value.length))
      for (const [index, one] of value.entries()) walk(one, `${path}[${index}]`)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) walk(one, `${path}.${rules.member(path, name)}`)
    } else {
      leaves.set(path, masked(typeof value === 'string' ? JSON.stringify(rules.text(value)) : JSON.stringify(value ?? null)))
    }
  }
  for (const [name, seen] of collected) walk(seen, name)
  return leaves
}

/** Without what is new in every run: addresses made for a sandbox, ids, nonces, signatures, ports, moments. */
function masked(leaf: string): string {
  return leaf
    .replaceAll(/\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?/g, '<time>')
    .replaceAll(/\b1[789]\d{8}(?:\d{3})?\b/g, '<moment>')
    .replaceAll(/0x[0-9a-fA-F]{64,}/g, '<hex>')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<id>')
    .replaceAll(/id="[\w-]{43}"/g, 'id="<id>"')
    .replaceAll(/127\.0\.0\.1:(?!4990)\d+/g, '<stand-in>')
}
