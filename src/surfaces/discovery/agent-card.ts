import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/**
 * `/.well-known/agent-card.json` in the form of A2A 1.0. The service does not support A2A itself, so the interfaces are MCP and
 * plain HTTP, as custom bindings (by URI, as the specification says for bindings other than its three). A client that knows only
 * those three finds no interface to call, but it finds the address and price of each skill.
 */
export function agentCard(facts: ServiceFacts, mcpVersion: string) {
  const { offers, publicUrl, freeCallsPerDay, version } = facts
  return {
    name: serviceName(facts),
    description: `${serviceDescription(facts)} A2A messages are not supported: call the address of a skill over HTTP, or its tool over MCP.`,
    version,
    documentationUrl: `${publicUrl}/llms-full.txt`,
    iconUrl: `${publicUrl}/icon.png`,
    provider: { organization: serviceName(facts), url: `${publicUrl}/` },
    supportedInterfaces: [
      { url: publicUrl, protocolBinding: `${publicUrl}/openapi.json`, protocolVersion: '1.0' },
      { url: `${publicUrl}/mcp`, protocolBinding: `https://modelcontextprotocol.io/specification/${mcpVersion}`, protocolVersion: '1.0' },
    ],
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: offers.map((offer) => ({
      id: offer.id,
      name: offer.title,
      description: `${offer.purpose} ${offer.method} ${publicUrl}${offer.template}, ${priceInWords(offer, freeCallsPerDay)}.`,
      tags: offer.template.split('/').filter((segment) => /^[a-z][a-z-]+$/.test(segment)),
      examples: [JSON.stringify({ path: offer.example.path, query: offer.example.query, body: offer.example.body })],
    })),
  }
}
