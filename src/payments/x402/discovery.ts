type Schema = Readonly<Record<string, unknown>>

/** Request and answer of an offer, in the forms that discovery extensions need. */
export interface Discovery {
  readonly method: 'GET' | 'POST'
  /** `/v1/market/price/{symbol}` */
  readonly template: string
  /** A real request as it is sent, and an answer to it. */
  readonly example: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly answer: unknown
  }
  /** JSON Schemas (2020-12) of the raw input and of the answer, where the offer has them. */
  readonly schemas: { readonly path?: Schema; readonly query?: Schema; readonly body?: Schema; readonly answer?: Schema }
}

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** `info.input` of the bazaar extension: a request that works unchanged. */
export function exampleInput({ method, example }: Discovery): Record<string, unknown> {
  return {
    type: 'http',
    method,
    ...(example.path ? { pathParams: example.path } : {}),
    ...(example.query ? { queryParams: example.query } : {}),
    ...(method === 'POST' ? { bodyType: 'json', body: example.body ?? {} } : {}),
  }
}

/**
 * The `bazaar` extension: `info` is an example that validates against `schema`. `slim` reduces the schema of the answer to its
 * type, `bare` the schemas of the parameters too. Specification: x402 `specs/extensions/bazaar.md`.
 */
export function bazaarExtension(discovery: Discovery, size: 'full' | 'slim' | 'bare'): Record<string, unknown> {
  const { template, example, schemas } = size === 'bare' ? withBareInput(discovery) : discovery
  const input = exampleInput(discovery)
  const answer = size === 'full' ? { type: 'json', example: example.answer } : { type: 'json' }
  return {
    info: { input, output: answer },
    schema: {
      $schema: dialect,
      type: 'object',
      properties: {
        input: inputSchema({ ...discovery, schemas }, input),
        output: {
          type: 'object',
          // Validators report a missing answer schema, so there is an empty one at least.
          properties: { type: { type: 'string' }, example: (size === 'full' ? nested(schemas.answer) : kindOf(schemas.answer)) ?? {} },
          required: ['type'],
        },
      },
      required: ['input'],
    },
    ...(template.includes('{') ? { routeTemplate: template.replace(/\{([^}]*)\}/g, ':$1') } : {}),
  }
}

function inputSchema({ method, schemas }: Discovery, input: Readonly<Record<string, unknown>>): Schema {
  const properties: Record<string, Schema> = { type: { type: 'string', const: 'http' }, method: { type: 'string', enum: [method] } }
  if (input.pathParams) properties.pathParams = nested(schemas.path) ?? { type: 'object' }
  // Declared even where the example has no query: validators require an input schema.
  if (method === 'GET') properties.queryParams = nested(schemas.query) ?? { type: 'object' }
  if (input.queryParams) properties.queryParams = nested(schemas.query) ?? { type: 'object' }
  if (method === 'POST') {
    properties.bodyType = { type: 'string', enum: ['json'] }
    properties.body = nested(schemas.body) ?? { type: 'object' }
  }
  return { type: 'object', properties, required: Object.keys(input), additionalProperties: false }
}

function withBareInput(discovery: Discovery): Discovery {
  const { path, query, body, answer } = discovery.schemas
  const parts = Object.entries({ path, query, body }).flatMap(([part, schema]) => (schema ? [[part, bare(schema)]] : []))
  return { ...discovery, schemas: { ...Object.fromEntries(parts), ...(answer ? { answer } : {}) } }
}

/** The names and types of an object's members, and which of them are required. */
function bare(schema: Schema): Schema {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  return {
    ...kindOf(schema),
    properties: Object.fromEntries(properties.map(([name, member]) => [name, kindOf(member) ?? {}])),
    ...('required' in schema ? { required: schema['required'] } : {}),
  }
}

function kindOf(schema: Schema | undefined): Schema | undefined {
  return schema && 'type' in schema ? { type: schema['type'] } : undefined
}

/** A schema inside of another one has no `$schema`. */
function nested(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined) return undefined
  const { $schema: _, ...rest } = schema
  return rest
}

/** The `payment-identifier` extension: clients may append an id for the purchase. */
export const paymentIdentifierExtension: Readonly<Record<string, unknown>> = {
  info: { required: false },
  schema: {
    $schema: dialect,
    type: 'object',
    properties: { required: { type: 'boolean' }, id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' } },
    required: ['required'],
  },
}

/** `outputSchema` of the older body form: request and answer in one object. A large answer schema is left out. */
export function outputSchema(discovery: Discovery): Record<string, unknown> {
  const answer = nested(discovery.schemas.answer)
  const small = answer !== undefined && JSON.stringify(answer).length <= 1000
  return { input: { ...exampleInput(discovery), discoverable: true }, output: small ? answer : { type: 'object' } }
}
