/** First segments that the service keeps for itself, with everything below them. */
const reservedFirst: ReadonlySet<string> = new Set([
  '.well-known',
  'assets',
  'doctor',
  'errors',
  'examples',
  'legal',
  'mcp',
  'offers',
  'openapi',
  'operator',
  'reference',
  'sandbox',
  'schemas',
])

/** Paths that the service keeps, one by one. */
const reserved: ReadonlySet<string> = new Set([
  '/',
  '/SKILL.md',
  '/favicon.ico',
  '/favicon.svg',
  '/icon.png',
  '/livez',
  '/llms-full.txt',
  '/llms.txt',
  '/metrics',
  '/openapi.json',
  '/readyz',
  '/robots.txt',
  '/server.json',
  '/sharing.png',
  '/sitemap.xml',
  '/status',
  '/style',
])

/** What the service answers at by itself below a path that offers share: `/v1/receipts/…`. */
const reservedBelow: readonly string[] = ['/v1/receipts/']

/**
 * Whether the service itself answers at a path: documents, health, receipts, MCP. No offer has such a path, and none is found there, so a
 * route that takes any path can't hide them. A test holds the list against the routes of a whole service.
 */
export function isReservedPath(path: string): boolean {
  if (reserved.has(path)) return true
  const end = path.indexOf('/', 1)
  const first = path.slice(1, end < 0 ? undefined : end)
  return reservedFirst.has(first) || reservedBelow.some((start) => path.startsWith(start) || `${path}/` === start)
}
