import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/**
 * `/.well-known/agent-card.json` in the form of A2A 1.0. A2A itself is not spoken here, so the interfaces name what is: MCP and
 * plain HTTP, as bindings of their own (by URI, as the specification has it for bindings that are none of its three). A client
 * that knows only those three finds no interface to call, and the address of each skill to pay for.
 */
export function agentCard(facts: ServiceFacts, mcpVersion: string) {
  const { offers, publicUrl, freeCallsPerDay, version } = facts
  return {
    name: serviceName,
    description: `${serviceDescription(facts)} No A2A messages are taken: call the address of a skill over HTTP, or its tool over MCP.`,
    version,
    documentationUrl: `${publicUrl}/llms-full.txt`,
    iconUrl: `${publicUrl}/icon.png`,
    provider: { organization: serviceName, url: `${publicUrl}/` },
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
