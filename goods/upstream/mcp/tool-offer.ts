import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import {
  byteAnswer,
  byteOffer,
  fixedPrice,
  free,
  Problem,
  toolResultType,
  type AnyOffer,
  type Availability,
  type Outcome,
} from '../door.ts'
import { readJsonSchema } from '../file/json-schema.ts'
import { madeUpExample } from '../file/made-up-example.ts'
import type { SoldTool } from '../file/mcp-schema.ts'
import type { ServerConnection } from './server-connection.ts'

export interface ToolOfferParts {
  /** The name of the server in the file. */
  readonly server: string
  readonly sold: SoldTool
  readonly connection: Pick<ServerConnection, 'call' | 'leave'>
  readonly timeoutMs: number
  readonly availability: () => Availability
}

/** The gate ends a run a little later than the call to the server, so that the caller hears what was waited for. */
const marginMs = 500
const maxPurpose = 600

/** A tool of an MCP server as an offer, or why it can't be one. */
export function toolOffer(tool: Tool, parts: ToolOfferParts): { readonly offer: AnyOffer } | { readonly fault: string } {
  const { server, sold, timeoutMs } = parts
  const title = tool.title ?? tool.annotations?.title ?? tool.name
  const read = readJsonSchema(tool.inputSchema)
  if ('fault' in read) return { fault: `the schema of its arguments can't be checked: ${read.fault}` }
  const example = sold.example ?? madeUpExample(tool.inputSchema)
  if (!read.schema.safeParse(example).success)
    return { fault: `no example of its arguments can be made up: give one in mcpServers.${server}.tools.${tool.name}.example` }
  return {
    offer: byteOffer({
      id: `${server}-${wordsOf(tool.name).join('-')}`.slice(0, 60).replace(/-+$/, ''),
      route: `POST /${server}/${segmentOf(tool.name)}`,
      access: sold.access === 'free' || sold.price === undefined ? free : fixedPrice(String(sold.price)),
      title: title.slice(0, 120),
      purpose: (sold.purpose ?? tool.description ?? `${title}.`).slice(0, maxPurpose) || title,
      body: read.schema,
      answers: { types: ['application/json'], maxBytes: sold.answerBytes, refusals: ['application/json'] },
      example: { body: example },
      firstCallFree: false,
      deadlineMs: Math.round(timeoutMs) + marginMs,
      needs: { engine: { by: { availability: parts.availability } } },
      run: async (input, { purchase, signal }) => {
        // What an earlier run has changed, another one would change again.
        if (purchase?.again === true && !isRepeatable(tool)) throw interrupted(title)
        return answerOf(tool, input.body as Record<string, unknown>, { ...parts, title, signal })
      },
    }),
  }
}

async function answerOf(
  { name }: Tool,
  given: Record<string, unknown>,
  { connection, timeoutMs, title, signal }: ToolOfferParts & { readonly title: string; readonly signal: AbortSignal },
): Promise<Outcome<null>> {
  const result = await connection.call({ name, arguments: given }, { timeoutMs, signal }).catch(async (error: unknown) => {
    if (signal.aborted) throw error
    throw await problemOf(error, title, connection)
  })
  const bytes = Buffer.from(JSON.stringify(sentPart(result)))
  if (result.isError === true) {
    const passed = { status: 422, contentType: 'application/json', headers: {}, bytes }
    throw new Problem('upstream_refused', `${title}: the tool behind it says that it failed.`, { extra: { upstreamStatus: 422 }, passed })
  }
  return byteAnswer({ status: 200, contentType: toolResultType, headers: {}, bytes })
}

/** What the tool says to its caller. `_meta` is between the server and its client, which is this service. */
function sentPart({ content, structuredContent }: CallToolResult) {
  return { content, ...(structuredContent === undefined ? {} : { structuredContent }) }
}

function isRepeatable({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true
}

function interrupted(title: string): Problem {
  const detail = `${title}: an earlier try with this payment may have reached the server behind it, which cannot tell a repeated call from a new one. Nothing was charged.`
  return new Problem('upstream_failed', detail, { retryable: false })
}

/** Codes of JSON-RPC by which a server says that the caller's arguments are wrong. */
const invalidParams = -32_602

async function problemOf(error: unknown, title: string, connection: Pick<ServerConnection, 'leave'>): Promise<Problem> {
  const { ProtocolError, SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client')
  if (error instanceof ProtocolError) {
    if (error.code !== invalidParams)
      return new Problem('upstream_failed', `${title}: the MCP server behind it answered with an error.`, { cause: error })
    const bytes = Buffer.from(JSON.stringify({ error: { code: error.code, message: error.message } }))
    const passed = { status: 400, contentType: 'application/json', headers: {}, bytes }
    return new Problem('upstream_refused', `${title}: the server behind it refused the arguments.`, {
      extra: { upstreamStatus: 400 },
      passed,
    })
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new Problem('deadline_exceeded', `${title}: the MCP server behind it took too long.`, { cause: error })
  connection.leave()
  return new Problem('upstream_failed', `${title}: the MCP server behind it cannot be reached.`, { retryAfter: 5, cause: error })
}

/** `getTinyImage` and `get_tiny_image` are `get`, `tiny` and `image`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function segmentOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._~-]+/g, '-').replace(/^[.-]+/, '') || 'tool'
}
