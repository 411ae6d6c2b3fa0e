import { serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/**
 * `/.well-known/agent-registration.json`: the registration file of ERC-8004. `registrations` lists the operator's identities in
 * its registries. The registries name this domain in turn, so that each proves the other.
 */
export function agentRegistration(facts: ServiceFacts, mcpVersion: string) {
  const { publicUrl, identities, networks } = facts
  return {
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: serviceName(facts),
    description: serviceDescription(facts),
    image: `${publicUrl}/icon.png`,
    services: [
      { name: 'web', endpoint: `${publicUrl}/` },
      { name: 'MCP', endpoint: `${publicUrl}/mcp`, version: mcpVersion },
      { name: 'OpenAPI', endpoint: `${publicUrl}/openapi.json`, version: '3.1.0' },
    ],
    x402Support: networks.some(({ settles }) => settles),
    active: true,
    registrations: identities,
  }
}
