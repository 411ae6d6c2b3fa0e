/** Documents that name offers, with their limits in bytes; null where the readers of a document that names every offer set no limit. */
export const documentsOfOffers: readonly (readonly [path: string, maxBytes: number | null])[] = [
  ['/openapi.json', 63_900],
  ['/reference/openapi.json', null],
  ['/llms.txt', 64_000],
  ['/llms-full.txt', null],
  ['/.well-known/x402', 64_000],
  ['/.well-known/agent-card.json', null],
  ['/.well-known/api-catalog', 64_000],
  ['/SKILL.md', 8_000],
  ['/.well-known/agent-skills/index.json', 8_000],
  ['/v1/agent/discovery', 8_192],
  ['/sitemap.xml', 64_000],
  ['/examples', 64_000],
  ['/', null],
]
