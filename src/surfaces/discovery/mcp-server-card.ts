import { serviceName, type ServiceFacts } from './service-facts.ts'

/** `/.well-known/mcp/server-card.json`: where the MCP endpoint is, before anybody connects to it (SEP-2127). */
export function mcpServerCard({ publicUrl, version }: ServiceFacts, protocolVersions: readonly string[]) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversedHost(publicUrl)}/farthing`,
    title: serviceName,
    version,
    // 100 characters at most.
    description: 'Data for software agents by the call: free, by daily quota, or paid in USDC by x402 and MPP.',
    websiteUrl: `${publicUrl}/`,
    icons: [{ src: `${publicUrl}/icon.png`, mimeType: 'image/png', sizes: ['192x192'] }],
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: protocolVersions }],
  }
}

/** `com.example.api` of `https://api.example.com`; an address has no order to be put in. */
function reversedHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname)
    ? hostname.replaceAll(/[[\]:]+/g, '.').replaceAll(/^\.|\.$/g, '')
    : hostname.split('.').toReversed().join('.')
}
