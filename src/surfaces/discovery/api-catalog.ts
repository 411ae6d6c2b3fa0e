import { linesOf } from '../../offers/line-of.ts'
import { lineDocument } from './line-document.ts'
import type { ServiceFacts } from './service-facts.ts'

export const linksetType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** `/.well-known/api-catalog` (RFC 9727): the interfaces of this service with their descriptions, as a linkset (RFC 9264). */
export function apiCatalog({ publicUrl, legal, offers }: ServiceFacts) {
  const json = 'application/json'
  const link = (path: string, type: string, title: string) => ({ href: `${publicUrl}${path}`, type, title })
  return {
    linkset: [
      {
        anchor: `${publicUrl}/.well-known/api-catalog`,
        item: [{ href: `${publicUrl}/` }, { href: `${publicUrl}/mcp` }],
      },
      {
        anchor: `${publicUrl}/`,
        'service-desc': [
          link('/openapi.json', 'application/openapi+json', 'OpenAPI 3.1'),
          ...linesOf(offers).map((line) => link(lineDocument(line), 'application/openapi+json', `OpenAPI 3.1 of ${line}, in full`)),
        ],
        'service-doc': [
          link('/reference', 'text/html', 'Reference'),
          link('/llms.txt', 'text/plain', 'In short, for models'),
          link('/llms-full.txt', 'text/plain', 'In full, for models'),
          link('/examples', 'text/markdown', 'Code to call every route'),
        ],
        status: [link('/status', json, 'State of sources and networks')],
        // RFC 6903
        ...(legal ? { 'terms-of-service': [{ href: legal.terms }], 'privacy-policy': [{ href: legal.privacy }] } : {}),
        'service-meta': [
          link('/v1/agent/discovery', json, 'Catalog; with ?offer= and an id, its schemas and an example'),
          link('/.well-known/x402', json, 'Addresses that are paid by x402'),
          link('/.well-known/agent-registration.json', json, 'ERC-8004 registration'),
          link('/.well-known/agent-card.json', json, 'Agent card'),
          link('/.well-known/agent-skills/index.json', json, 'Agent skills'),
        ],
      },
      {
        anchor: `${publicUrl}/mcp`,
        'service-desc': [
          link('/.well-known/mcp/server-card.json', json, 'MCP server card'),
          link('/server.json', json, 'Entry for the MCP Registry'),
        ],
      },
    ],
  }
}
