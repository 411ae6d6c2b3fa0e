import { serviceName, type ServiceFacts } from './service-facts.ts'

/** `/.well-known/mcp/server-card.json`: describes the MCP endpoint to clients before they connect (SEP-2127). */
export function mcpServerCard({ publicUrl, version }: ServiceFacts, protocolVersions: readonly string[]) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversedHost(publicUrl)}/farthing`,
    title: serviceName,
    version,
    // At most 100 characters.
    description: 'Data for software agents by the call: free, by daily quota, or paid in USDC by x402 and MPP.',
    websiteUrl: `${publicUrl}/`,
    icons: [{ src: `${publicUrl}/icon.png`, mimeType: 'image/png', sizes: ['192x192'] }],
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: protocolVersions }],
  }
}

/** `com.example.api` for `https://api.example.com`; an IP address is not reversed. */
function reversedHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname)
    ? hostname.replaceAll(/[[\]:]+/g, '.').replaceAll(/^\.|\.$/g, '')
    : hostname.split('.').toReversed().join('.')
}
