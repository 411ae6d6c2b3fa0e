type Json = Readonly<Record<string, unknown>>

/** Members of a schema that hold other schemas, by name, in a list, or one. */
const children = { properties: 'map', anyOf: 'list', oneOf: 'list', allOf: 'list', prefixItems: 'list', items: 'one' } as const

/**
 * The outline of a JSON Schema: names and kinds of members down to a number of levels, without what is said of them. It takes
 * everything that the schema takes, and more. References are left as they are.
 */
export function outlineSchema(schema: Json, levels: number): Json {
  if ('$ref' in schema) return schema
  const kept: Record<string, unknown> = {}
  for (const name of ['type', 'enum', 'const', 'format']) if (name in schema) kept[name] = schema[name]
  if (isMap(schema['additionalProperties'])) kept['additionalProperties'] = outlineSchema(schema['additionalProperties'], levels - 1)
  for (const [name, form] of Object.entries(children)) {
    const value = schema[name]
    // Alternatives are no level of their own: they stand for one value.
    if (value === undefined || (levels === 0 && !name.endsWith('Of'))) continue
    const down = (one: unknown) => (isMap(one) ? outlineSchema(one, form === 'list' ? levels : levels - 1) : one)
    if (form === 'one') kept[name] = down(value)
    else if (form === 'list') kept[name] = (value as readonly unknown[]).map(down)
    else kept[name] = Object.fromEntries(Object.entries(value as Json).map(([member, one]) => [member, down(one)]))
  }
  if (levels === 0) delete kept['additionalProperties']
  return kept
}

/** A schema and its outlines, the richest first, the last with the fewest levels allowed; each with the length of its text. */
export function outlinesOf(schema: Json, fewestLevels: 0 | 1): readonly { readonly schema: Json; readonly characters: number }[] {
  const levels = [5, 4, 3, 2, 1, 0].filter((level) => level >= fewestLevels)
  return [schema, ...levels.map((level) => outlineSchema(schema, level))].map((one) => ({
    schema: one,
    characters: JSON.stringify(one).length,
  }))
}

/** The richest that has at most so many characters; the poorest if none has. */
export function richestWithin(outlines: ReturnType<typeof outlinesOf>, most: number): Json {
  return (outlines.find(({ characters }) => characters <= most) ?? outlines.at(-1))?.schema ?? {}
}

function isMap(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
