import { takesBody, type Method } from '../../shared/http-methods.ts'

type Schema = Readonly<Record<string, unknown>>

/** Request and answer of an offer, in the forms that discovery extensions need. */
export interface Discovery {
  readonly method: Method
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
  /** The answer where it is not JSON: its media type, and how it is read. */
  readonly output?: { readonly mimeType: string; readonly type: 'text' | 'bytes' }
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
    ...(takesBody(method) ? { bodyType: 'json', body: example.body ?? {} } : {}),
  }
}

/** The `bazaar` extension: `info` is an example that validates against `schema`. Specification: x402 `specs/extensions/bazaar.md`. */
export function bazaarExtension(discovery: Discovery): Record<string, unknown> {
  const { example, schemas } = discovery
  const input = exampleInput(discovery)
  return {
    info: { input, output: { type: discovery.output?.type ?? 'json', example: example.answer } },
    schema: {
      $schema: dialect,
      type: 'object',
      properties: {
        input: inputSchema(discovery, input),
        output: {
          type: 'object',
          // Validators report a missing answer schema, so there is an empty one at least.
          properties: { type: { type: 'string' }, example: nested(schemas.answer) ?? {} },
          required: ['type'],
        },
      },
      required: ['input'],
    },
    ...routeTemplate(discovery),
  }
}

/**
 * The same for a header: the example of the request, and the smallest schema that the specification and the validators of directories
 * accept; without a dialect it means the newest draft to all of them. The body of the 402 has the whole extension.
 */
export function shortBazaarExtension(discovery: Discovery): Record<string, unknown> {
  const { method } = discovery
  const parameters = takesBody(method) ? { body: {} } : { queryParams: {} }
  return {
    info: { input: exampleInput(discovery) },
    schema: {
      properties: {
        input: { properties: { type: { const: 'http' }, method: { enum: [method] }, ...parameters } },
        output: { properties: { example: {} } },
      },
      required: ['input'],
    },
    ...routeTemplate(discovery),
  }
}

function routeTemplate({ template }: Discovery): { readonly routeTemplate?: string } {
  return template.includes('{') ? { routeTemplate: template.replace(/\{\+?([^}]*)\}/g, ':$1') } : {}
}

function inputSchema({ method, schemas }: Discovery, input: Readonly<Record<string, unknown>>): Schema {
  const properties: Record<string, Schema> = { type: { type: 'string', const: 'http' }, method: { type: 'string', enum: [method] } }
  if (input.pathParams) properties.pathParams = nested(schemas.path) ?? { type: 'object' }
  // Declared even where the example has no query: validators require an input schema.
  if (!takesBody(method)) properties.queryParams = nested(schemas.query) ?? { type: 'object' }
  if (input.queryParams) properties.queryParams = nested(schemas.query) ?? { type: 'object' }
  if (takesBody(method)) {
    properties.bodyType = { type: 'string', enum: ['json'] }
    properties.body = nested(schemas.body) ?? { type: 'object' }
  }
  return { type: 'object', properties, required: Object.keys(input), additionalProperties: false }
}

/** A schema inside of another one has no `$schema`. */
function nested(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined) return undefined
  const { $schema: _, ...rest } = schema
  return rest
}

/** The `payment-identifier` extension for a header: clients may append an id for the purchase. */
export const shortPaymentIdentifier: Readonly<Record<string, unknown>> = { info: { required: false } }

/** The same with the schema of what clients append. */
export const paymentIdentifierExtension: Readonly<Record<string, unknown>> = {
  ...shortPaymentIdentifier,
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
