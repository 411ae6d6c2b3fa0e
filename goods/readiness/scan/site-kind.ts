import { speaksStateless } from './stateless-mcp.ts'
import { resultOf } from './json-rpc-answer.ts'
import { isPage, jsonOf, type SiteDocument } from './site-document.ts'
import type { SiteFacts } from './site-facts.ts'

/** `api`: the site offers something to call. `content`: pages to read. The weights of the checks differ. */
export type SiteKind = 'api' | 'content'

const holds = (document: SiteDocument, member: string) =>
  document.kind === 'found' && !isPage(document) && jsonOf(document)?.[member] !== undefined

/** One sound sign of an API is enough. A page that answers every address is no sign. */
export function siteKind(facts: SiteFacts): SiteKind {
  const { openapi, openapiYaml, apiCatalog, mcp, paid, agentCard } = facts
  const isApi =
    holds(openapi, 'openapi') ||
    holds(openapi, 'swagger') ||
    (openapiYaml?.kind === 'found' && !isPage(openapiYaml) && /^\s*(?:openapi|swagger):/m.test(openapiYaml.text.slice(0, 4_096))) ||
    holds(apiCatalog, 'linkset') ||
    holds(agentCard, 'skills') ||
    resultOf(mcp.initialize) !== null ||
    speaksStateless(mcp) ||
    paid !== null
  return isApi ? 'api' : 'content'
}
