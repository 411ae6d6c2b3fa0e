import { serviceName, type ServiceFacts } from '../discovery/service-facts.ts'
import { instructions } from './instructions.ts'

/** The text for people and agents who open the address of the endpoint. */
export function landing(facts: ServiceFacts): string {
  const url = `${facts.publicUrl}/mcp`
  return `# ${serviceName(facts)} by MCP

This is an MCP endpoint (Streamable HTTP, without sessions). Connect an MCP client to it:

    ${JSON.stringify({ mcpServers: { farthing: { type: 'http', url } } })}

Send messages to it by POST, one at a time; answers are JSON. The same data is sold over HTTP: ${facts.publicUrl}/llms.txt

${instructions(facts)}
`
}
