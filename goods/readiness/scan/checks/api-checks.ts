import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import { isPage, jsonOf, type SiteDocument } from '../site-document.ts'
import type { SiteFacts } from '../site-facts.ts'
import type { SiteKind } from '../site-kind.ts'

const apiOnly = 'The site shows no API, so it needs none.'

export function checkOpenapi({ openapi, openapiYaml }: SiteFacts, kind: SiteKind): CheckResult {
  if (openapi.kind === 'unreadable') return unread(`The OpenAPI description: ${openapi.reason}.`)
  if (openapi.kind === 'absent' || (isPage(openapi) && kind === 'content')) {
    if (openapiYaml?.kind === 'found' && /^\s*openapi:\s*["']?3\./m.test(openapiYaml.text.slice(0, 4_096))) {
      return warn('openapi_yaml_only', 'The OpenAPI description is published as YAML alone.')
    }
    return kind === 'api' ? fail('openapi_missing', 'There is no /openapi.json.') : na(apiOnly)
  }
  if (isPage(openapi)) return fail('openapi_is_page', '/openapi.json answers with an HTML page.')
  const value = jsonOf(openapi)
  if (value === null) return fail('openapi_broken', 'The OpenAPI description is not a JSON object.')
  const version = value['openapi']
  if (typeof version !== 'string' || !/^3\.\d/.test(version)) return fail('openapi_old', 'The description is not OpenAPI 3.')
  const paths = value['paths']
  const count = paths !== null && typeof paths === 'object' ? Object.keys(paths).length : 0
  return count === 0
    ? fail('openapi_no_paths', 'The OpenAPI description lists no path.')
    : pass(`OpenAPI 3 with ${count} ${count === 1 ? 'path' : 'paths'}.`)
}

export function checkApiCatalog({ apiCatalog }: SiteFacts, kind: SiteKind): CheckResult {
  if (apiCatalog.kind === 'unreadable') return unread(`The API catalog: ${apiCatalog.reason}.`)
  if (apiCatalog.kind === 'absent' || isPage(apiCatalog))
    return kind === 'api' ? fail('catalog_missing', 'There is no API catalog.') : na(apiOnly)
  const linkset = jsonOf(apiCatalog)?.['linkset']
  const good =
    Array.isArray(linkset) &&
    linkset.length > 0 &&
    linkset.every((entry) => typeof (entry as { anchor?: unknown } | null)?.anchor === 'string')
  if (!good) return fail('catalog_no_linkset', 'The API catalog holds no linkset with anchors.')
  if (apiCatalog.mediaType !== 'application/linkset+json')
    return warn('catalog_wrong_type', 'The API catalog is not sent as application/linkset+json.')
  return pass(`The API catalog has ${linkset.length} ${linkset.length === 1 ? 'entry' : 'entries'}.`)
}

const cardTexts = ['name', 'description', 'version'] as const
const cardLists = ['supportedInterfaces', 'defaultInputModes', 'defaultOutputModes', 'skills'] as const

/** A card is for services that speak A2A; others need none. */
export function checkAgentCard({ agentCard, oldAgentCard }: SiteFacts): CheckResult {
  if (agentCard.kind === 'unreadable') return unread(`The agent card: ${agentCard.reason}.`)
  if (
    agentCard.kind === 'absent' &&
    oldAgentCard?.kind === 'found' &&
    !isPage(oldAgentCard) &&
    Array.isArray(jsonOf(oldAgentCard)?.['skills'])
  )
    return warn('card_old_place', 'The agent card is at /.well-known/agent.json only.')
  if (agentCard.kind === 'absent' || isPage(agentCard)) return na('The site has no agent card, and needs none unless it speaks A2A.')
  const card = jsonOf(agentCard)
  if (card === null) return fail('card_broken', 'The agent card is not a JSON object.')
  if (typeof card['url'] === 'string' && card['supportedInterfaces'] === undefined)
    return warn('card_old', 'The agent card has the form of A2A 0.3.')
  const lacking = [...cardTexts.filter((name) => typeof card[name] !== 'string'), ...cardLists.filter((name) => !Array.isArray(card[name]))]
  if (typeof card['capabilities'] !== 'object' || card['capabilities'] === null) lacking.push('capabilities' as never)
  if (lacking.length > 0) return fail('card_broken', `The agent card lacks ${lacking.join(', ')}.`)
  const skills = (card['skills'] as unknown[]).length
  return pass(`The agent card has ${skills} ${skills === 1 ? 'skill' : 'skills'}.`)
}

/** OAuth is for what needs a sign-in. */
export function checkOauth({ protectedResource, authorizationServer, origin, mcp }: SiteFacts): CheckResult {
  if (protectedResource.kind === 'unreadable') return unread(`The OAuth metadata: ${protectedResource.reason}.`)
  if (protectedResource.kind === 'absent' || isPage(protectedResource)) {
    const asks = mcp.initialize.kind === 'answered' && mcp.initialize.answer.status === 401
    return asks ? fail('oauth_metadata_missing', 'MCP answers 401, and there is no OAuth metadata.') : na('The scan found no sign-in.')
  }
  const value = jsonOf(protectedResource)
  const servers = value?.['authorization_servers']
  if (value === null || typeof value['resource'] !== 'string' || !Array.isArray(servers) || servers.length === 0) {
    return fail('oauth_broken', 'The OAuth metadata lacks resource or authorization_servers.')
  }
  if (URL.parse(value['resource'])?.host !== URL.parse(origin)?.host)
    return fail('oauth_other_resource', 'The OAuth metadata is for another host.')
  if (authorizationServer !== null && !isServerMetadata(authorizationServer)) {
    if (authorizationServer.kind === 'unreadable') return unread(`The authorization server: ${authorizationServer.reason}.`)
    return fail('oauth_server_missing', 'This site is named as its authorization server, and has no metadata of one.')
  }
  return pass('The OAuth metadata names this site and its authorization server.')
}

function isServerMetadata(document: SiteDocument): boolean {
  const value = document.kind === 'found' && !isPage(document) ? jsonOf(document) : null
  return value !== null && typeof value['issuer'] === 'string' && typeof value['token_endpoint'] === 'string'
}
