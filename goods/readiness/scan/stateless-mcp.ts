import { resultOf } from './json-rpc-answer.ts'
import type { McpFacts } from './site-facts.ts'

/** The revision of MCP that has `server/discover` in place of a handshake. */
export const statelessVersion = '2026-07-28'

/** Whether `server/discover` is answered as that revision says. */
export function speaksStateless({ discover }: Pick<McpFacts, 'discover'>): boolean {
  const result = resultOf(discover)
  const [versions, capabilities] = [result?.['supportedVersions'], result?.['capabilities']]
  return Array.isArray(versions) && versions.includes(statelessVersion) && typeof capabilities === 'object' && capabilities !== null
}
