import type { Tool } from '@modelcontextprotocol/client'
import type { AnyOffer, Log, Timers } from '../door.ts'
import type { McpServer, SoldTool } from '../file/mcp-schema.ts'
import { createServerConnection } from './server-connection.ts'
import { toolOffer } from './tool-offer.ts'

/** An MCP server while the service runs: its tools as offers, and whether it is well. */
export interface McpServerState {
  readonly name: string
  offers(): readonly AnyOffer[]
  /** Asks for its tools; true where they are others than before. */
  refresh(signal: AbortSignal): Promise<boolean>
  /** What is wrong with it now; null where nothing is known to be. */
  fault(): string | null
  close(): Promise<void>
}

interface ServerStateParts {
  readonly timers: Timers
  readonly log: Log
  readonly secretOf: (name: string) => string | null
}

const defaults = { answerBytes: 5_000_000 } as const

export function createMcpServerState(name: string, settings: McpServer, parts: ServerStateParts): McpServerState {
  const connection = createServerConnection(name, settings, parts)
  const timeoutMs = settings.timeoutSeconds * 1_000
  let known = ''
  let offers: readonly AnyOffer[] = []
  let isDown = true
  let notSold: readonly string[] = []

  function soldAs(tool: string): SoldTool | null {
    const named = Object.hasOwn(settings.tools, tool) ? settings.tools[tool] : undefined
    if (named) return named
    const { otherTools } = settings
    if (otherTools === undefined) return null
    return otherTools === 'free' ? { ...defaults, access: 'free' } : { ...defaults, access: 'price', price: otherTools }
  }

  function sell(tools: readonly Tool[]): void {
    const byId = new Map<string, AnyOffer>()
    const faults: string[] = []
    for (const tool of tools) {
      const sold = soldAs(tool.name)
      if (sold === null) continue
      const made = toolOffer(tool, { server: name, sold, connection, timeoutMs, availability: () => (isDown ? 'down' : 'available') })
      if ('fault' in made) faults.push(`${tool.name}: ${made.fault}`)
      else if (byId.has(made.offer.id)) faults.push(`${tool.name}: another tool of the server has the same name here`)
      else byId.set(made.offer.id, made.offer)
    }
    for (const wanted of Object.keys(settings.tools))
      if (!tools.some((tool) => tool.name === wanted)) faults.push(`${wanted}: the server has no such tool`)
    offers = [...byId.values()]
    notSold = faults
    for (const fault of faults) parts.log.warn({ server: name, fault }, 'a tool of an MCP server is not sold')
  }

  return {
    name,
    offers: () => offers,
    async refresh(signal) {
      const tools = await connection.tools(signal).catch((error: unknown) => {
        if (!signal.aborted && !isDown)
          parts.log.error({ server: name, err: error }, 'an MCP server does not answer: its tools are not sold until it does')
        connection.leave()
        return null
      })
      if (signal.aborted) return false
      isDown = tools === null
      if (tools === null) return false
      const now = JSON.stringify(tools)
      if (now === known) return false
      known = now
      sell(tools)
      return true
    },
    fault() {
      if (isDown) return `the MCP server ${name} does not answer: its tools are not sold until it does`
      return notSold.length === 0 ? null : `of the MCP server ${name}, these tools are not sold: ${notSold.join('; ')}`
    },
    close: () => connection.close(),
  }
}
