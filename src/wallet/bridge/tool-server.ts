import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js'

export type Json = Readonly<Record<string, unknown>>

/** The MCP endpoint of a service. */
export interface ToolServer {
  /**
   * The result of one request. Connects when needed, and again after a connection was lost.
   * @throws McpError for what the server answered as an error, ServerUnreachable when no answer came
   */
  request(method: string, params: Json, timeoutMs?: number): Promise<Json>
  /** What the server tells models about itself; null while it can't be reached. */
  instructions(): Promise<string | null>
  close(): Promise<void>
}

/** No answer came, so the request may or may not have arrived. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
}

const requestMs = 30_000

interface Connection {
  readonly client: Promise<Client>
  end(): void
}

export function createToolServer(endpoint: URL, version: string): ToolServer {
  let connection: Connection | null = null
  const left = new Set<Connection>()

  function connect(): Connection {
    const ending = new AbortController()
    const client = new Client({ name: 'farthing-bridge', version })
    const connected = client
      .connect(new StreamableHTTPClientTransport(endpoint), { timeout: requestMs, signal: ending.signal })
      .then(() => client)
    connected.catch(() => {})
    return { client: connected, end: () => ending.abort() }
  }

  /** The next request makes a new connection. Requests that are under way on the old one may still be answered. */
  function leave(broken: Connection): void {
    if (connection === broken) connection = null
    left.add(broken)
    broken.client.catch(() => left.delete(broken))
  }

  return {
    async request(method, params, timeoutMs = requestMs) {
      const used = (connection ??= connect())
      try {
        const client = await used.client
        return await client.request({ method, params }, ResultSchema, { timeout: timeoutMs })
      } catch (error) {
        if (error instanceof McpError && !lost.has(error.code)) throw error
        leave(used)
        throw new ServerUnreachable(reasonOf(error), { cause: error })
      }
    },
    async instructions() {
      const used = (connection ??= connect())
      try {
        return (await used.client).getInstructions() ?? ''
      } catch {
        leave(used)
        return null
      }
    },
    async close() {
      const all = connection === null ? [...left] : [...left, connection]
      for (const one of all) {
        one.end()
        await one.client.then((client) => client.close()).catch(() => {})
      }
    },
  }
}

/** Errors that the client itself raises when no answer came. */
const timedOut: number = ErrorCode.RequestTimeout
const lost: ReadonlySet<number> = new Set([ErrorCode.ConnectionClosed, timedOut])

/** Our own wording, since text from outside may be anything. */
function reasonOf(error: unknown): string {
  if (error instanceof StreamableHTTPError)
    return error.code === undefined ? 'its answer is not MCP' : `it answered with status ${error.code}`
  if (error instanceof McpError) return error.code === timedOut ? 'it did not answer in time' : 'the connection was lost'
  return 'the connection failed'
}
