type Json = Readonly<Record<string, unknown>>

/** Members of a schema that contain other schemas: by name, in a list, or a single one. */
const children = { properties: 'map', anyOf: 'list', oneOf: 'list', allOf: 'list', prefixItems: 'list', items: 'one' } as const

/**
 * The outline of a JSON Schema: names and types of members down to a number of levels, without their descriptions. It accepts
 * everything that the schema accepts, and more. References stay unchanged.
 */
export function outlineSchema(schema: Json, levels: number): Json {
  if ('$ref' in schema) return schema
  const kept: Record<string, unknown> = {}
  for (const name of ['type', 'enum', 'const', 'format']) if (name in schema) kept[name] = schema[name]
  if (isMap(schema['additionalProperties'])) kept['additionalProperties'] = outlineSchema(schema['additionalProperties'], levels - 1)
  for (const [name, form] of Object.entries(children)) {
    const value = schema[name]
    // Alternatives do not count as a level, because they describe one value.
    if (value === undefined || (levels === 0 && !name.endsWith('Of'))) continue
    const down = (one: unknown) => (isMap(one) ? outlineSchema(one, form === 'list' ? levels : levels - 1) : one)
    if (form === 'one') kept[name] = down(value)
    else if (form === 'list') kept[name] = (value as readonly unknown[]).map(down)
    else kept[name] = Object.fromEntries(Object.entries(value as Json).map(([member, one]) => [member, down(one)]))
  }
  if (levels === 0) delete kept['additionalProperties']
  return kept
}

/** A schema and its outlines, the most detailed first, down to the minimum number of levels (for one level also to the mere names of members), each with the length of its text. */
export function outlinesOf(schema: Json, minLevels: 0 | 1): readonly { readonly schema: Json; readonly characters: number }[] {
  const levels = [5, 4, 3, 2, 1, 0].filter((level) => level >= minLevels)
  const shortest = minLevels === 1 && isMap(schema['properties']) ? [membersAlone(schema['properties'])] : []
  return [schema, ...levels.map((level) => outlineSchema(schema, level)), ...shortest].map((one) => ({
    schema: one,
    characters: JSON.stringify(one).length,
  }))
}

/** The names of the members, without what they are. */
function membersAlone(properties: Json): Json {
  return { type: 'object', properties: Object.fromEntries(Object.keys(properties).map((name) => [name, {}])) }
}

/** The most detailed outline with at most this many characters; the shortest if none fits. */
export function richestWithin(outlines: ReturnType<typeof outlinesOf>, maxCharacters: number): Json {
  return (outlines.find(({ characters }) => characters <= maxCharacters) ?? outlines.at(-1))?.schema ?? {}
}

function isMap(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
