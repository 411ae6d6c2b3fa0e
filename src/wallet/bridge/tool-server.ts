import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js'

export type Json = Readonly<Record<string, unknown>>

/** The MCP endpoint of a service. */
export interface ToolServer {
  /**
   * The result of one request. Connects when it is needed, and anew after a connection was lost.
   * @throws McpError for what the server answered as an error, ServerUnreachable when no answer came
   */
  request(method: string, params: Json, timeoutMs?: number): Promise<Json>
  /** What the server tells models of itself; null while it can't be reached. */
  instructions(): Promise<string | null>
  close(): Promise<void>
}

/** Nobody can say whether the request was heard. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
}

const requestMs = 30_000

export function createToolServer(endpoint: URL, version: string): ToolServer {
  let connecting: Promise<Client> | null = null

  async function connect(): Promise<Client> {
    const client = new Client({ name: 'farthing-bridge', version })
    await client.connect(new StreamableHTTPClientTransport(endpoint), { timeout: requestMs })
    return client
  }

  function connected(): Promise<Client> {
    connecting ??= connect()
    return connecting
  }

  /** The next request starts from the beginning. */
  async function drop(broken: Promise<Client> | null): Promise<void> {
    if (connecting === broken) connecting = null
    await broken?.then((client) => client.close()).catch(() => {})
  }

  return {
    async request(method, params, timeoutMs = requestMs) {
      const used = connected()
      try {
        const client = await used
        return await client.request({ method, params }, ResultSchema, { timeout: timeoutMs })
      } catch (error) {
        if (error instanceof McpError && !lost.has(error.code)) throw error
        await drop(used)
        throw new ServerUnreachable(reasonOf(error), { cause: error })
      }
    },
    async instructions() {
      try {
        return (await connected()).getInstructions() ?? ''
      } catch {
        await drop(connecting)
        return null
      }
    },
    close: () => drop(connecting),
  }
}

/** Errors that the client itself makes when no answer came. */
const timedOut: number = ErrorCode.RequestTimeout
const lost: ReadonlySet<number> = new Set([ErrorCode.ConnectionClosed, timedOut])

/** In words of ours: what came from outside may be anything. */
function reasonOf(error: unknown): string {
  if (error instanceof StreamableHTTPError)
    return error.code === undefined ? 'it gave no answer of MCP' : `it answered with status ${error.code}`
  if (error instanceof McpError) return error.code === timedOut ? 'it did not answer in time' : 'the connection was lost'
  return 'the connection failed'
}
