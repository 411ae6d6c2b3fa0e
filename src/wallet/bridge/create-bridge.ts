import { ProtocolError, ProtocolErrorCode, Server, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Timers } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import { readSandboxWorld } from '../sandbox-world.ts'
import { createCallTool } from './call-tool.ts'
import type { ToolParams, WalletParts, WalletSettings } from './wallet-parts.ts'
import { readPriceList } from './price-list.ts'
import { releaseUnspent } from './release-unspent.ts'
import { ServerUnreachable, type Json } from './tool-server.ts'
import { declined, errorResult, spendingWords, walletInstructions } from './words.ts'

export interface BridgeSettings extends WalletSettings {
  readonly version: string
  /** Nodes by CAIP-2 id, which are asked whether an authorization was spent. A sandbox names its own nodes. */
  readonly rpcUrls: ReadonlyMap<string, string>
}

export interface Bridge {
  /** Serves a host in the version of MCP with which it begins. The returned function closes the transport. */
  serve(transport: Transport): { close(): Promise<void> }
  /** Resolves when no call is under way. */
  idle(): Promise<void>
}

/** Methods that are forwarded unchanged. The bridge adds to the list of tools and to their calls. */
const forwarded: ReadonlySet<string> = new Set(['resources/list', 'resources/templates/list', 'resources/read'])

const limitsTool = {
  name: 'wallet_limits',
  title: 'What the wallet may still spend',
  description: 'Free. What this wallet may spend per call and per UTC day, how much is left, and when the limit resets.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

/** An MCP server that forwards the tools of a service, and pays for their calls from a wallet. */
export async function createBridge(settings: BridgeSettings, given: Omit<WalletParts, 'releaseUnspent'>): Promise<Bridge> {
  const { limits } = settings
  const parts: WalletParts = { ...given, releaseUnspent: () => release(settings, given) }
  const callTool = createCallTool(settings, parts)
  const running = new Set<Promise<unknown>>()
  const instructions = await promptly(given.server.instructions(), given.timers)
  const words = [...(settings.pays ? [walletInstructions(limits)] : []), ...(instructions ? [instructions] : [])].join('\n')

  async function answer(method: string, params: ToolParams): Promise<Json> {
    if (method === 'tools/list') {
      const list = await given.server.request(method, params)
      return settings.pays ? listTools(list) : list
    }
    if (method === 'tools/call') return settings.pays && params.name === limitsTool.name ? walletLimits(settings, parts) : callTool(params)
    if (forwarded.has(method)) return given.server.request(method, params)
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  }

  async function answerHost({ method, params }: { readonly method: string; readonly params?: Json | undefined }): Promise<Json> {
    const made = answer(method, withoutProgress(params ?? {}) as ToolParams)
    running.add(made)
    try {
      return { ...(await made) }
    } catch (error) {
      if (error instanceof PaymentDeclined) return { ...errorResult(declined(error), error.code) }
      if (error instanceof ProtocolError) throw error
      if (error instanceof McpError) throw new ProtocolError(error.code, error.message.replace(/^MCP error -?\d+: /, ''), error.data)
      if (error instanceof ServerUnreachable)
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          `The service at ${settings.service.origin} does not answer: ${error.message}`,
        )
      given.tell(`failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The bridge failed. Payments that it signed count as spent.')
    } finally {
      running.delete(made)
    }
  }

  function newServer(): Server {
    const info = { name: 'farthing-bridge', title: 'Farthing, with a wallet', version: settings.version }
    const server = new Server(info, { capabilities: { tools: {}, resources: {} }, instructions: words })
    server.fallbackRequestHandler = answerHost
    return server
  }

  return {
    serve: (transport) => serveStdio(newServer, { transport }),
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/** A host waits until its server has started, so instructions that take longer than this are left out. */
const maxInstructionsMs = 3_000

function promptly(instructions: Promise<string | null>, timers: Timers): Promise<string | null> {
  return new Promise((resolve) => {
    const cancel = timers.after(maxInstructionsMs, () => resolve(null))
    void instructions.then((text) => {
      cancel()
      resolve(text)
    })
  })
}

function listTools(list: Json): Json {
  const tools = Array.isArray(list['tools']) ? (list['tools'] as unknown[]) : []
  // On the last page, after the tools of the service.
  return list['nextCursor'] === undefined ? { ...list, tools: [...tools, limitsTool] } : list
}

/** The token belongs to the host's connection with the bridge, so the service cannot report progress under it. */
function withoutProgress(params: Json): Json {
  const { progressToken: _, ...meta } = (params['_meta'] ?? {}) as Json
  const { _meta, ...rest } = params
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}

async function release(settings: BridgeSettings, parts: Omit<WalletParts, 'releaseUnspent'>): Promise<void> {
  const { world } = await readPriceList(parts.server)
  const rpcUrls = world === 'sandbox' ? (await readSandboxWorld(parts.send, settings.service)).rpcUrls : settings.rpcUrls
  await releaseUnspent(world, rpcUrls, parts)
}

async function walletLimits(settings: BridgeSettings, parts: WalletParts): Promise<Json> {
  const { limits } = settings
  const { world } = await readPriceList(parts.server)
  await parts.releaseUnspent()
  const day = parts.book.spending(world, parts.clock.now())
  const left = limits.perDay > day.spent ? limits.perDay - day.spent : 0n
  const money = world === 'sandbox' ? 'play money in a sandbox' : 'real USDC'
  return {
    content: [
      { type: 'text', text: `This wallet pays in ${money}, up to $${formatUsd(limits.perCall)} a call. ${spendingWords(day, limits)}.` },
    ],
    structuredContent: {
      world,
      perCallUsd: formatUsd(limits.perCall),
      perDayUsd: formatUsd(limits.perDay),
      spentTodayUsd: formatUsd(day.spent),
      leftTodayUsd: formatUsd(left),
      resetsAt: new Date(day.resetsAt).toISOString(),
    },
  }
}
