/** A tool as `tools/list` shows it. */
interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: unknown
}

type Schema = Readonly<Record<string, unknown>>

/**
 * What hosts take of a tool's schema: the strictest rule of each, by their documentation and by reports of tools that vanished. A rule says what
 * is wrong with a schema, or null.
 */
const rules: readonly { readonly hosts: string; readonly fault: (schema: Schema) => string | null }[] = [
  {
    hosts: 'Gemini: a parameter without a type loses its tool',
    fault: ({ type }) => (typeof type === 'string' ? null : `has the type ${JSON.stringify(type)}`),
  },
  {
    hosts: 'Gemini: no const, no references, one form for each value; OpenAI and Claude: none of these at the root',
    fault: (schema) =>
      ['const', '$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'patternProperties', 'prefixItems'].find(
        (name) => name in schema,
      ) ?? null,
  },
  {
    hosts: 'Gemini: choices are texts',
    fault: ({ type, enum: choices }) =>
      choices === undefined ||
      (type === 'string' && Array.isArray(choices) && choices.every((one) => typeof one === 'string' && one !== ''))
        ? null
        : 'has choices that are no texts',
  },
  {
    hosts: 'OpenAI and Gemini: a list says what is in it',
    fault: ({ type, items }) => (type === 'array' && (typeof items !== 'object' || items === null) ? 'has no items' : null),
  },
  {
    hosts: 'Gemini: an object has members, and requires only these',
    fault: ({ type, properties, required = [] }) => {
      if (type !== 'object') return null
      const names = Object.keys(properties ?? {})
      return names.length > 0 && (required as readonly string[]).every((name) => names.includes(name)) ? null : 'has unknown or no members'
    },
  },
  {
    hosts: 'Claude and OpenAI: names of arguments',
    fault: ({ properties }) => Object.keys(properties ?? {}).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) ?? null,
  },
]

/** Why some host would refuse or leave out this tool; empty where all take it. */
export function hostFaults({ name, description, inputSchema }: ListedTool): string[] {
  // Cursor counts the name of the server with it, up to 60 characters.
  const named = /^[a-zA-Z][a-zA-Z0-9_-]{0,47}$/.test(name) ? [] : ['a name that some hosts refuse']
  const described =
    description !== undefined && description.length > 0 && description.length <= 1_024 ? [] : ['no description of up to 1,024 characters']
  const root = (inputSchema as Schema)['type'] === 'object' ? [] : ['arguments that are no object']
  return [...named, ...described, ...root, ...schemaFaults(inputSchema as Schema, 'arguments')]
}

function schemaFaults(schema: Schema, at: string): string[] {
  const own = rules.flatMap(({ hosts, fault }) => {
    const found = fault(schema)
    return found === null ? [] : [`${at}: ${found} (${hosts})`]
  })
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  const items = schema['items'] as Schema | undefined
  return [
    ...own,
    ...properties.flatMap(([name, one]) => schemaFaults(one, `${at}.${name}`)),
    ...(items === undefined ? [] : schemaFaults(items, `${at}[]`)),
  ]
}
