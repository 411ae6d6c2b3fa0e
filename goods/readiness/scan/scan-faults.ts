/** What a site changes about a fault, and something to paste where there is one. `{origin}` and `{host}` stand for the site's. */
interface FaultFix {
  readonly fix: string
  readonly snippet?: string
}

const robots = 'User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n\nSitemap: {origin}/sitemap.xml'
const sitemap =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>{origin}/</loc></url>\n</urlset>'
const jsonLd =
  '<script type="application/ld+json">\n{"@context": "https://schema.org", "@type": "WebSite", "name": "{host}", "url": "{origin}/"}\n</script>'
const llms = '# {host}\n\n> What this site offers, in one sentence.\n\n## Documents\n\n- [Start]({origin}/): what to read first'
const linkHeader = 'Link: <{origin}/llms.txt>; rel="describedby"; type="text/plain", <{origin}/.well-known/api-catalog>; rel="api-catalog"'
const openapi =
  '{"openapi": "3.1.0", "info": {"title": "{host}", "version": "1.0.0"}, "servers": [{"url": "{origin}"}], "paths": {"/v1/…": {"get": {"responses": {"200": {"description": "…"}}}}}}'
const catalog =
  '{"linkset": [{"anchor": "{origin}/", "service-desc": [{"href": "{origin}/openapi.json", "type": "application/openapi+json"}]}]}'
const card =
  '{"name": "{host}", "description": "…", "version": "1.0.0", "supportedInterfaces": [{"url": "{origin}/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "capabilities": {}, "defaultInputModes": ["application/json"], "defaultOutputModes": ["application/json"], "skills": [{"id": "…", "name": "…", "description": "…", "tags": []}]}'
const skills =
  '{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [{"name": "…", "type": "skill-md", "description": "…", "url": "{origin}/.well-known/agent-skills/…/SKILL.md", "digest": "sha256:…"}]}'
const resource = '{"resource": "{origin}", "authorization_servers": ["{origin}"]}'
const botKeys = '{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "…"}]}'
const required =
  '{"x402Version": 2, "resource": {"url": "{origin}/…"}, "accepts": [{"scheme": "exact", "network": "eip155:8453", "amount": "10000", "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "payTo": "0x…", "maxTimeoutSeconds": 60, "extra": {"name": "USD Coin", "version": "2"}}]}'
const challenge =
  'WWW-Authenticate: Payment id="…", realm="{host}", method="evm", intent="charge", request="<base64url of the canonical JSON>", expires="…"'

export const scanFaults = {
  tls_invalid: { fix: 'Install a certificate that is valid for {host}, with its chain.' },
  slow: { fix: 'Answer the home page within one second: cache it, or serve it from a place near its readers.' },
  very_slow: { fix: 'Answer the home page within one second; agents give up after a few seconds.' },
  everything_is_200: {
    fix: 'Answer addresses that do not exist with 404; an agent takes a page with 200 for the document that it asked for.',
    snippet: 'HTTP/1.1 404 Not Found',
  },
  missing_is_redirected: { fix: 'Answer addresses that do not exist with 404 in place of a redirect.', snippet: 'HTTP/1.1 404 Not Found' },
  robots_missing: { fix: 'Publish /robots.txt as text/plain.', snippet: robots },
  robots_is_page: { fix: 'Serve /robots.txt as plain text; it answers with a page now.', snippet: robots },
  robots_no_group: { fix: 'Begin a group with User-agent.', snippet: robots },
  ai_blocked: {
    fix: 'Allow the agents that may read your site.',
    snippet: 'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: PerplexityBot\nAllow: /',
  },
  ai_partly_blocked: {
    fix: 'Allow the AI agents that are blocked, or keep it so on purpose.',
    snippet: 'User-agent: GPTBot\nUser-agent: ClaudeBot\nAllow: /',
  },
  signals_missing: {
    fix: 'Say in robots.txt what content may be used for.',
    snippet: 'Content-Signal: search=yes, ai-input=yes, ai-train=no',
  },
  signals_malformed: {
    fix: 'Write search, ai-input and ai-train, each with yes or no, separated by commas.',
    snippet: 'Content-Signal: search=yes, ai-input=yes, ai-train=no',
  },
  sitemap_missing: { fix: 'Publish a sitemap and name it in robots.txt.', snippet: sitemap },
  sitemap_not_xml: { fix: 'Serve the sitemap as XML with urlset or sitemapindex.', snippet: sitemap },
  sitemap_empty: { fix: 'List at least the home page.', snippet: sitemap },
  sitemap_other_host: { fix: 'List addresses of {host} itself.', snippet: sitemap },
  sitemap_not_named: { fix: 'Name the sitemap in robots.txt.', snippet: 'Sitemap: {origin}/sitemap.xml' },
  json_ld_missing: { fix: 'Describe the site in JSON-LD on the home page.', snippet: jsonLd },
  json_ld_broken: { fix: 'Correct the JSON in the ld+json script.', snippet: jsonLd },
  json_ld_untyped: { fix: 'Give the JSON-LD a @context of schema.org and a @type.', snippet: jsonLd },
  links_missing: { fix: 'Send a Link header with the home page, so that agents find the documents.', snippet: linkHeader },
  links_unknown: { fix: 'Use registered relations: api-catalog, service-desc, service-doc, describedby.', snippet: linkHeader },
  markdown_missing: {
    fix: 'Answer Accept: text/markdown with the page as Markdown.',
    snippet: 'Content-Type: text/markdown; charset=utf-8\nVary: Accept',
  },
  markdown_is_page: {
    fix: 'Convert the page: the answer is declared as Markdown and holds HTML.',
    snippet: 'Content-Type: text/markdown; charset=utf-8\nVary: Accept',
  },
  markdown_without_vary: { fix: 'Send Vary: Accept, or caches give Markdown to people and pages to agents.', snippet: 'Vary: Accept' },
  llms_missing: { fix: 'Publish /llms.txt: a heading, one sentence, and links.', snippet: llms },
  llms_is_page: { fix: 'Serve /llms.txt as plain text; it answers with a page now.', snippet: llms },
  llms_no_heading: { fix: 'Begin /llms.txt with one heading: "# " and the name of the site.', snippet: llms },
  llms_no_links: { fix: 'Add a section with links to the documents that an agent should read.', snippet: llms },
  openapi_missing: { fix: 'Publish the OpenAPI description of the API.', snippet: openapi },
  openapi_is_page: { fix: 'Serve /openapi.json as JSON; it answers with a page now.', snippet: openapi },
  openapi_broken: { fix: 'Correct the JSON of /openapi.json.', snippet: openapi },
  openapi_old: { fix: 'Describe the API with OpenAPI 3: Swagger 2 has no place for what agents need.', snippet: openapi },
  openapi_no_paths: { fix: 'List the operations in paths.', snippet: openapi },
  openapi_yaml_only: { fix: 'Publish the description as JSON too; many agents read no YAML.', snippet: openapi },
  catalog_missing: { fix: 'Publish /.well-known/api-catalog (RFC 9727).', snippet: catalog },
  catalog_wrong_type: {
    fix: 'Serve /.well-known/api-catalog as application/linkset+json.',
    snippet: 'Content-Type: application/linkset+json',
  },
  catalog_no_linkset: { fix: 'Put the links into linkset, each with an anchor.', snippet: catalog },
  mcp_missing: {
    fix: 'Serve the API as MCP tools too, by Streamable HTTP at /mcp.',
    snippet: '{"mcpServers": {"{host}": {"url": "{origin}/mcp"}}}',
  },
  mcp_broken: {
    fix: 'Answer initialize with protocolVersion, capabilities and serverInfo.',
    snippet:
      '{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "{host}", "version": "1.0.0"}}}',
  },
  mcp_list_broken: { fix: 'Answer tools/list with a list of tools.', snippet: '{"jsonrpc": "2.0", "id": 2, "result": {"tools": []}}' },
  mcp_no_tools: { fix: 'Offer at least one tool.' },
  mcp_tool_without_schema: {
    fix: 'Give each tool a name, a description and an inputSchema of type object.',
    snippet: '{"name": "…", "description": "…", "inputSchema": {"type": "object", "properties": {}}}',
  },
  mcp_discover_broken: {
    fix: 'Answer server/discover with supportedVersions and capabilities, as MCP 2026-07-28 says.',
    snippet:
      '{"jsonrpc": "2.0", "id": 1, "result": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "serverInfo": {"name": "{host}", "version": "1.0.0"}, "ttlMs": 300000, "cacheScope": "public"}}',
  },
  skills_broken: {
    fix: 'Give each entry of /.well-known/agent-skills/index.json a name, a type, a description, a url and a digest.',
    snippet: skills,
  },
  skills_old: { fix: 'Publish the index in the form of 0.2.0 at /.well-known/agent-skills/index.json.', snippet: skills },
  skill_missing: { fix: 'Serve each SKILL.md at the url that the index has, as text/markdown.' },
  skill_digest_wrong: { fix: 'Make the digest from the bytes that are served, each time that they change.' },
  skill_front_matter: {
    fix: 'Begin SKILL.md with its name, as in the index, and a description that says when to use it.',
    snippet: '---\nname: …\ndescription: …\n---',
  },
  card_broken: { fix: 'Give the agent card all members that A2A 1.0 requires.', snippet: card },
  card_old: { fix: 'Move url and preferredTransport of A2A 0.3 into supportedInterfaces.', snippet: card },
  card_old_place: { fix: 'Publish the agent card at /.well-known/agent-card.json too: clients of A2A look there since 0.3.' },
  oauth_broken: { fix: 'Name resource and authorization_servers in /.well-known/oauth-protected-resource (RFC 9728).', snippet: resource },
  oauth_other_resource: { fix: 'Set resource to this site: a client refuses metadata of another one.', snippet: resource },
  oauth_server_missing: {
    fix: 'Publish /.well-known/oauth-authorization-server with issuer, authorization_endpoint and token_endpoint.',
    snippet: '{"issuer": "{origin}", "authorization_endpoint": "{origin}/authorize", "token_endpoint": "{origin}/token"}',
  },
  oauth_metadata_missing: {
    fix: 'Publish /.well-known/oauth-protected-resource: MCP answers 401, and nothing says where to sign in.',
    snippet: resource,
  },
  bot_keys_broken: { fix: 'Publish the keys as a JWK set with at least one key.', snippet: botKeys },
  bot_keys_wrong_type: {
    fix: 'Serve the key directory as application/http-message-signatures-directory+json.',
    snippet: 'Content-Type: application/http-message-signatures-directory+json',
  },
  paid_without_402: { fix: 'Answer unpaid requests of the routes that you list with 402.', snippet: required },
  x402_missing: { fix: 'Offer x402 beside MPP: send PAYMENT-REQUIRED, base64 of this.', snippet: required },
  x402_faulty: { fix: 'Correct the terms as the evidence says; POST /v1/agent/check-402 explains each fault.', snippet: required },
  x402_doubtful: { fix: 'Look at the warnings in the evidence; POST /v1/agent/check-402 explains each of them.', snippet: required },
  mpp_missing: { fix: 'Offer MPP beside x402, for clients of that protocol.', snippet: challenge },
  mpp_faulty: { fix: 'Correct the challenge as the evidence says; POST /v1/agent/check-402 explains each fault.', snippet: challenge },
} as const satisfies Readonly<Record<string, FaultFix>>

export type ScanFault = keyof typeof scanFaults

/** The fix and the snippet of a fault, for one site. */
export function fixOf(fault: ScanFault, origin: string): { readonly fix: string; readonly snippet: string | null } {
  const { fix, snippet }: FaultFix = scanFaults[fault]
  const host = URL.parse(origin)?.hostname ?? origin
  const forSite = (text: string) => text.replaceAll('{origin}', origin).replaceAll('{host}', host)
  return { fix: forSite(fix), snippet: snippet === undefined ? null : forSite(snippet) }
}
