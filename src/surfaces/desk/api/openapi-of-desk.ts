import { z } from 'zod'
import { pathNames, type DeskCall } from '../calls/desk-call.ts'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI document of the API, made from its calls. */
export function openApiOfDesk(calls: readonly DeskCall[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farthing: the desk of the operator',
      version,
      description: 'What the pages at /operator show and do. Amounts are decimal text; times are ISO 8601 in UTC.',
    },
    servers: [{ url: '/operator/api' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'OPERATOR_TOKEN, or a token of OPERATOR_TOKENS.' } },
      schemas: {
        Problem: z.toJSONSchema(z.object({ type: z.string(), title: z.string(), status: z.int(), code: z.string(), detail: z.string() }), {
          target: 'draft-2020-12',
        }),
      },
    },
  }
}

function operationOf(call: DeskCall): Json {
  const { id, method, scope, title, purpose, answer } = call
  const { properties = {}, required = [] } = inputSchema(call)
  const inPath = pathNames(call)
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
  })
  const body = {
    required: others.some((name) => required.includes(name)),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
          required: others.filter((name) => required.includes(name)),
          additionalProperties: false,
        },
      },
    },
  }
  return {
    operationId: id,
    summary: title,
    description: `${purpose} Scope: ${scope}.`,
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(method === 'GET' ? others.map((name) => parameter(name, 'query')) : []),
    ],
    ...(method === 'POST' && others.length > 0 ? { requestBody: body } : {}),
    responses: {
      200: { description: title, content: contentOf(call, z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' })) },
      default: {
        description: 'What is wrong',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function contentOf({ csv }: DeskCall, schema: Json): Json {
  return { 'application/json': { schema }, ...(csv ? { 'text/csv': { schema: { type: 'string' } } } : {}) }
}

/** The input of a call as JSON Schema. */
export function inputSchema({ input }: Pick<DeskCall, 'input'>): {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
} {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as never
}
