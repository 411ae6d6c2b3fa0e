import { serviceName, type ServiceFacts } from './service-facts.ts'

/** `/.well-known/mcp/server-card.json`: describes the MCP endpoint to clients before they connect (SEP-2127). */
export function mcpServerCard(facts: ServiceFacts, protocolVersions: readonly string[]) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...serverFacts(facts),
    remotes: [{ type: 'streamable-http', url: `${facts.publicUrl}/mcp`, supportedProtocolVersions: protocolVersions }],
  }
}

/**
 * `/server.json`: what the MCP Registry publishes of this server, in the form of its schema of 2025-12-11. The registry takes the name from
 * who proves to own the domain, by DNS or HTTP.
 */
export function mcpServerJson(facts: ServiceFacts) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...serverFacts(facts),
    remotes: [{ type: 'streamable-http', url: `${facts.publicUrl}/mcp` }],
  }
}

/** What the card and the registry say alike. */
function serverFacts(facts: ServiceFacts) {
  const { publicUrl, version } = facts
  return {
    name: `${reversedHost(publicUrl)}/farthing`,
    title: serviceName(facts),
    version,
    // At most 100 characters.
    description: 'Data for software agents by the call: free, by daily quota, or paid in USDC by x402 and MPP.',
    websiteUrl: `${publicUrl}/`,
    icons: [{ src: `${publicUrl}/icon.png`, mimeType: 'image/png', sizes: ['192x192'] }],
  }
}

/** `com.example.api` for `https://api.example.com`; an IP address is not reversed. */
function reversedHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname)
    ? hostname.replaceAll(/[[\]:]+/g, '.').replaceAll(/^\.|\.$/g, '')
    : hostname.split('.').toReversed().join('.')
}
