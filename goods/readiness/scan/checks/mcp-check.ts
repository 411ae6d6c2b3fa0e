import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import { messageOf, resultOf } from '../json-rpc-answer.ts'
import type { RawAnswer } from '../site-document.ts'
import type { McpFacts, SiteFacts } from '../site-facts.ts'
import { speaksStateless, statelessVersion } from '../stateless-mcp.ts'
import type { SiteKind } from '../site-kind.ts'

/**
 * The revision without a handshake. A site that does not speak it yet loses nothing: clients of it fall back to the handshake, and most
 * servers have only that.
 */
export function checkStatelessMcp({ mcp }: SiteFacts): CheckResult {
  const { discover } = mcp
  if (discover.kind === 'unreadable') return unread(`server/discover: ${discover.reason}.`)
  const { status } = discover.answer
  if (status === 401 || status === 403) return na('MCP asks for a sign-in, so server/discover was not answered.')
  const result = resultOf(discover)
  if (result === null || (result['supportedVersions'] === undefined && result['serverInfo'] === undefined))
    return na(`server/discover is not answered (status ${status}): the site does not speak MCP ${statelessVersion}, and need not yet.`)
  if (!speaksStateless(mcp))
    return warn('mcp_discover_broken', `The result of server/discover lacks capabilities, or ${statelessVersion} in supportedVersions.`)
  return pass(`MCP answers server/discover with ${statelessVersion}.`)
}

export function checkMcp({ mcp }: SiteFacts, kind: SiteKind): CheckResult {
  const { initialize, list, named } = mcp
  if (initialize.kind === 'unreadable') return unread(`MCP: ${initialize.reason}.`)
  const { status } = initialize.answer
  if (status === 401 || status === 403) return na('MCP asks for a sign-in, so its tools were not listed.')
  const result = resultOf(initialize)
  if (result === null && speaksStateless(mcp)) return judgeTools(list, 'server/discover')
  if (result === null) {
    if (named || looksLikeMcp(initialize)) return fail('mcp_broken', `initialize is answered with ${status} and without a result.`)
    return kind === 'api' ? warn('mcp_missing', `POST /mcp answers ${status}.`) : na('The site shows no API, so it needs no MCP.')
  }
  if (typeof result['protocolVersion'] !== 'string' || typeof result['serverInfo'] !== 'object')
    return fail('mcp_broken', 'The result of initialize lacks protocolVersion or serverInfo.')
  return judgeTools(list, 'initialize')
}

function judgeTools(list: McpFacts['list'], opened: string): CheckResult {
  if (list === null || list.kind === 'unreadable') return unread(`tools/list: ${list?.reason ?? 'not asked'}.`)
  const tools = resultOf(list)?.['tools']
  if (!Array.isArray(tools)) return fail('mcp_list_broken', 'tools/list is answered without a list of tools.')
  if (tools.length === 0) return warn('mcp_no_tools', 'tools/list is empty.')
  const poor = tools.filter((tool) => !isUsable(tool)).length
  if (poor > 0) return warn('mcp_tool_without_schema', `${poor} of ${tools.length} tools lack a description or an inputSchema.`)
  return pass(`MCP answers ${opened} and lists ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`)
}

function isUsable(tool: unknown): boolean {
  const { name, description, inputSchema } = (tool ?? {}) as Record<string, unknown>
  return (
    typeof name === 'string' && typeof description === 'string' && (inputSchema as { type?: unknown } | null | undefined)?.type === 'object'
  )
}

/** Whether an answer without a result is one of MCP all the same: an error in JSON-RPC. */
function looksLikeMcp(answer: RawAnswer): boolean {
  return messageOf(answer)?.['jsonrpc'] === '2.0'
}
