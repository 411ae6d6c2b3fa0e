import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * The same schema in the part of JSON Schema that all hosts take (docs/mcp.md). Every value has one `type`; there are no `const`, `anyOf`,
 * `oneOf` and `$ref`. It allows more than before: what it allows is still checked against the whole schema, and a refused call names the member.
 */
export function portableSchema(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, const: only, ...rest } = schema
  const choices = (anyOf ?? oneOf) as readonly JsonObject[] | undefined
  if (choices !== undefined) return portableSchema({ ...merged(choices), ...rest })
  const type = Array.isArray(rest['type']) ? rest['type'].find((one) => one !== 'null') : rest['type']
  const portable: Record<string, unknown> = { ...rest, ...(type === undefined ? {} : { type: type as unknown }) }
  if (only !== undefined && portable['enum'] === undefined) portable['enum'] = [only]
  // Some hosts take choices of text only.
  if (Array.isArray(portable['enum']) && !portable['enum'].every((one) => typeof one === 'string')) delete portable['enum']
  // An object of any members is sent as text.
  if (type === 'object' && !isJsonObject(portable['properties'])) portable['type'] = 'string'
  if (isJsonObject(portable['properties'])) portable['properties'] = eachPortable(portable['properties'])
  if (isJsonObject(portable['items'])) portable['items'] = portableSchema(portable['items'])
  return portable
}

function eachPortable(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, isJsonObject(one) ? portableSchema(one) : one]))
}

/**
 * One schema for several. Objects become one object with the members of all. Where a text is among them it is a text: every host can send one, and
 * text that holds JSON is read as what the schema says.
 */
function merged(choices: readonly JsonObject[]): JsonObject {
  const own = choices.map(portableSchema).filter(({ type }) => type !== 'null')
  const [first = {}] = own
  if (own.every(({ type }) => type === 'object')) return mergedObjects(own)
  if (own.every(({ type }) => type === first['type'])) return { ...first, ...sharedChoices(own) }
  return own.find(({ type }) => type === 'string') ?? first
}

function mergedObjects(objects: readonly JsonObject[]): JsonObject {
  const properties: Record<string, JsonObject> = {}
  for (const { properties: own = {} } of objects) {
    for (const [name, one] of Object.entries(own as Readonly<Record<string, JsonObject>>)) {
      properties[name] = properties[name] === undefined ? one : merged([properties[name], one])
    }
  }
  const [first = [], ...others] = objects.map(({ required = [] }) => required as readonly string[])
  const required = first.filter((name) => others.every((names) => names.includes(name)))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** The choices of all, where each of them has only some. */
function sharedChoices(schemas: readonly JsonObject[]): JsonObject {
  if (!schemas.every((one) => Array.isArray(one['enum']))) return { enum: undefined }
  return { enum: [...new Set(schemas.flatMap((one) => one['enum'] as readonly unknown[]))] }
}
