import type { ServiceFacts } from '../discovery/service-facts.ts'
import { instructions } from './instructions.ts'

/** What people and agents read who open the address of the endpoint. */
export function landing(facts: ServiceFacts): string {
  const url = `${facts.publicUrl}/mcp`
  return `# Farthing by MCP

This is an MCP endpoint (Streamable HTTP, without sessions). Connect an MCP client to it:

    ${JSON.stringify({ mcpServers: { farthing: { type: 'http', url } } })}

Messages are sent to it by POST, one at a time; answers are JSON. The same is sold by HTTP: ${facts.publicUrl}/llms.txt

${instructions(facts)}
`
}
