import type { CallToolResult, Client, Tool, Transport } from '@modelcontextprotocol/client'
import { createUpstreamFetch, type Log, type Timers } from '../door.ts'
import type { McpServer } from '../file/mcp-schema.ts'
import { fillSecrets } from '../file/secrets.ts'

/** A connection to an MCP server, made when it is needed and again after it was lost. */
export interface ServerConnection {
  /** All tools of the server. @throws what the client throws */
  tools(signal: AbortSignal): Promise<readonly Tool[]>
  /** @throws what the client throws */
  call(call: ToolCall, options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<CallToolResult>
  /** The next call makes a new connection. Calls that are under way may still be answered. */
  leave(): void
  close(): Promise<void>
}

export interface ToolCall {
  readonly name: string
  readonly arguments: Record<string, unknown>
}

interface ConnectionParts {
  readonly timers: Timers
  readonly log: Log
  readonly secretOf: (name: string) => string | null
}

/** Bytes of one answer of the server. */
const maxBytes = 64_000_000
/** Pages of the list of tools. */
const maxPages = 50

interface Open {
  readonly client: Client
  end(): Promise<void>
}

export function createServerConnection(name: string, settings: McpServer, parts: ConnectionParts): ServerConnection {
  let current: Promise<Open> | null = null
  const left = new Set<Promise<Open>>()
  const timeoutMs = settings.timeoutSeconds * 1_000

  function connected(): Promise<Open> {
    if (current !== null) return current
    const opening = connect(settings, parts, { timeoutMs, onLost: () => leave(opening) })
    opening.catch(() => leave(opening))
    return (current = opening)
  }

  function leave(one: Promise<Open> | null = current): void {
    if (one === null) return
    if (current === one) {
      current = null
      parts.log.info({ server: name }, 'the connection to an MCP server has ended')
    }
    left.add(one)
    one.catch(() => left.delete(one))
  }

  return {
    async tools(signal) {
      const { client } = await connected()
      const all: Tool[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: timeoutMs, signal })
        all.push(...listed.tools)
        cursor = listed.nextCursor
        if (cursor === undefined) break
      }
      return all
    },
    async call(call, { timeoutMs: timeout, signal }) {
      const { client } = await connected()
      return client.callTool({ ...call }, { timeout, signal })
    },
    leave: () => leave(),
    async close() {
      const all = [...left, ...(current === null ? [] : [current])]
      current = null
      await Promise.all(all.map(async (one) => (await one.catch(() => null))?.end()))
    },
  }
}

/** The package is loaded only where a file has such a server. */
async function connect(
  settings: McpServer,
  parts: ConnectionParts,
  { timeoutMs, onLost }: { readonly timeoutMs: number; onLost(): void },
): Promise<Open> {
  const { Client: McpClient } = await import('@modelcontextprotocol/client')
  const client = new McpClient({ name: 'farthing', version: '1' }, { capabilities: {}, versionNegotiation: { mode: 'auto' } })
  const { transport, end } = settings.url === undefined ? await stdioTo(settings, parts) : await httpTo(settings.url, settings, parts)
  try {
    await client.connect(transport, { timeout: timeoutMs })
  } catch (error) {
    await end()
    throw error
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
  client.onclose = onLost
  return {
    client,
    async end() {
      await client.close().catch(() => {})
      await end()
    },
  }
}

interface Way {
  readonly transport: Transport
  end(): Promise<void>
}

async function httpTo(url: string, { private: isPrivate, headers }: McpServer, { timers, secretOf }: ConnectionParts): Promise<Way> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const guarded = createUpstreamFetch({ url, isPrivate, connections: 32, maxBytes }, { timers })
  const given = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fillSecrets(value, secretOf)]))
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: guarded.fetch, requestInit: { headers: given } })
  return { transport, end: guarded.close }
}

/** The program gets no variables of the service besides PATH and the like, which the package chooses: they may be secrets. */
async function stdioTo({ command = [], env }: McpServer, { secretOf }: ConnectionParts): Promise<Way> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const [program = '', ...args] = command
  const given = Object.fromEntries(Object.entries(env).map(([variable, value]) => [variable, fillSecrets(value, secretOf)]))
  const transport = new StdioClientTransport({ command: program, args, env: given, stderr: 'ignore', maxBufferSize: maxBytes })
  return { transport, end: () => transport.close() }
}
