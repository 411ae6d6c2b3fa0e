/** One group of robots.txt (RFC 9309), with the rules that hold for its agents. */
export interface RobotsGroup {
  /** Lower case; `*` is everybody. */
  readonly agents: readonly string[]
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[]
}

export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[]
  readonly sitemaps: readonly string[]
  /** Values of Content-Signal, as written. */
  readonly signals: readonly string[]
}

/** Longer files are read up to here, as RFC 9309 section 2.5 allows. */
const maxCharacters = 512_000
const maxLines = 5_000

/** Reads the text of a robots.txt; lines of other forms are ignored. Never throws. */
export function readRobotsTxt(text: string): RobotsTxt {
  const groups: { agents: string[]; rules: { allow: boolean; path: string }[] }[] = []
  const sitemaps: string[] = []
  const signals: string[] = []
  let namingAgents = false
  for (const line of text.slice(0, maxCharacters).split(/\r\n?|\n/, maxLines)) {
    const content = line.split('#', 1)[0] ?? ''
    const colon = content.indexOf(':')
    if (colon < 0) continue
    const name = content.slice(0, colon).trim().toLowerCase()
    const value = content.slice(colon + 1).trim()
    if (name === 'user-agent') {
      if (namingAgents) groups.at(-1)?.agents.push(value.toLowerCase())
      else groups.push({ agents: [value.toLowerCase()], rules: [] })
      namingAgents = true
    } else if (name === 'allow' || name === 'disallow') {
      namingAgents = false
      // An empty Disallow forbids nothing.
      if (value !== '') groups.at(-1)?.rules.push({ allow: name === 'allow', path: value })
    } else if (name === 'sitemap') sitemaps.push(value)
    else if (name === 'content-signal') {
      namingAgents = false
      signals.push(value)
    }
  }
  return { groups, sitemaps, signals }
}

/** Whether an agent may read a path (with its query): the longest rule that matches, and Allow among equal ones. */
export function mayRead({ groups }: RobotsTxt, agent: string, path: string): boolean {
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap((group) => group.rules)
  const matching = rules.filter((rule) => matchesPath(rule.path, path))
  const longest = Math.max(-1, ...matching.map((rule) => rule.path.length))
  return longest < 0 || matching.some((rule) => rule.path.length === longest && rule.allow)
}

/** Whether some group names the agent itself. */
export function namesAgent({ groups }: RobotsTxt, agent: string): boolean {
  return groups.some(({ agents }) => agents.includes(agent.toLowerCase()))
}

/** `*` is any text and `$` the end. Piece by piece, so that no pattern costs more than its length times the path's. */
function matchesPath(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = anchored && isLast ? path.length - piece.length : path.indexOf(piece, at)
    if (found < at || !path.startsWith(piece, found)) return false
    at = found + piece.length
  }
  return !anchored || at === path.length
}
