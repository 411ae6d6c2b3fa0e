import { atOnce, type Steps } from '../../shared/in-turns.ts'

type Json = Readonly<Record<string, unknown>>

/** Below this length, a reference saves almost nothing. */
const minCharacters = 120

/**
 * Shares the common parts of several schemas, so that a document of many offers stays small. Every part that occurs more than once
 * becomes a component, named after its first member, and its occurrences become references.
 */
export const shareSchemas = (schemas: readonly Json[]): SharedSchemas => atOnce(sharingSchemas(schemas))

export interface SharedSchemas {
  readonly shared: readonly Json[]
  readonly components: Readonly<Record<string, Json>>
}

/** The same in steps of one schema. */
export function* sharingSchemas(schemas: readonly Json[]): Steps<SharedSchemas> {
  const counts = new Map<string, number>()
  // Both walks need the text of every part, and writing it is most of their time.
  const texts = new Map<Json, string>()
  const textOf = (value: Json) => {
    const text = texts.get(value) ?? JSON.stringify(value)
    texts.set(value, text)
    return text
  }
  for (const schema of schemas) {
    count(schema, counts, textOf)
    yield
  }
  const names = new Map<string, string>()
  const components: Record<string, Json> = {}

  function replace(value: unknown, member: string): unknown {
    if (Array.isArray(value)) return value.map((one) => replace(one, member))
    if (!isObject(value)) return value
    if (!isSchema(value)) return within(value, member)
    const text = textOf(value)
    if (!isShared(value, text, counts)) return within(value, member)
    let name = names.get(text)
    if (name === undefined) {
      name = freeName(member, components)
      names.set(text, name)
      // Reserve the name first, so that parts of it get other names.
      components[name] = {}
      components[name] = within(value, member)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function within(value: Json, member: string): Json {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one, isKeyword(key) ? member : key)]))
  }

  const shared: Json[] = []
  for (const schema of schemas) {
    shared.push(within(schema, 'answer'))
    yield
  }
  return { shared, components }
}

/** The components to which a document refers, directly or through other components. */
export function referencedComponents(document: Json, components: Json): Json {
  const found = new Set<string>()
  const look = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      look(components[name] ?? {})
    }
  }
  look(document)
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)))
}

function count(value: unknown, counts: Map<string, number>, textOf: (value: Json) => string): void {
  if (Array.isArray(value)) for (const one of value) count(one, counts, textOf)
  if (!isObject(value)) return
  const text = isSchema(value) ? textOf(value) : ''
  if (text.length >= minCharacters) {
    const before = counts.get(text) ?? 0
    counts.set(text, before + 1)
    // Its inner parts occur only once then, in the component.
    if (before > 0) return
  }
  for (const one of Object.values(value)) count(one, counts, textOf)
}

function isShared(value: Json, text: string, counts: ReadonlyMap<string, number>): boolean {
  return isSchema(value) && (counts.get(text) ?? 0) > 1
}

/** Whether a value is a schema, and not the map of an object's members, in which a member may be called `type`. */
function isSchema(value: Json): boolean {
  return typeof value['type'] === 'string' || Array.isArray(value['anyOf']) || Array.isArray(value['oneOf'])
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const keywords: ReadonlySet<string> = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'prefixItems'])

function isKeyword(key: string): boolean {
  return keywords.has(key)
}

function freeName(member: string, components: Json): string {
  const word = member.replace(/[^A-Za-z0-9]/g, '')
  const first = `${word.charAt(0).toUpperCase()}${word.slice(1)}` || 'Part'
  let name = first
  for (let number = 2; name in components; number += 1) name = `${first}${number}`
  return name
}
