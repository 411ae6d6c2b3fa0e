import type { HeaderReader } from '../../payments/wire/protocol.ts'
import type { CallSource } from '../../shared/call-count.ts'
import { createLastUsed } from '../../shared/last-used.ts'

/** Texts: the most values of User-Agent that are read once and then known. */
const maxKnownAgents = 1_000
/** Characters of a name, of software or of a host, that are counted. */
const maxNameLength = 40

const knownAgents = createLastUsed<string>(maxKnownAgents)

/**
 * Who calls, by what the request says of itself. Both headers are the caller's own words, so this is for counts only.
 * @param own the host of this service: its own pages lead to many calls
 */
export function callSource(headers: HeaderReader, own: string): CallSource {
  const referer = headers.get('referer')
  return { software: softwareOf(headers.get('user-agent')), via: referer === null ? 'direct' : hostOf(referer, own) }
}

/** The same for a call of a tool. */
export function toolCallSource(headers: HeaderReader): CallSource {
  return { software: softwareOf(headers.get('user-agent')), via: 'mcp' }
}

function softwareOf(agent: string | null): string {
  if (agent === null || agent === '') return 'unnamed'
  const known = knownAgents.get(agent)
  if (known !== undefined) return known
  const name = agentName(agent.slice(0, 512))
  knownAgents.set(agent, name)
  return name
}

/** A robot names itself in the comment of a browser's name; everything else by its first product. */
function agentName(agent: string): string {
  const product = /^[\w.@+-]+/.exec(agent)?.[0] ?? ''
  if (product !== 'Mozilla') return shortName(product)
  const robot = /compatible; ([\w.-]+)/.exec(agent)?.[1]
  return robot === undefined || robot === 'MSIE' ? 'browser' : shortName(robot)
}

function shortName(name: string): string {
  return name === '' ? 'unnamed' : name.slice(0, maxNameLength).toLowerCase()
}

function hostOf(referer: string, own: string): string {
  const { hostname = '' } = URL.parse(referer.slice(0, 512)) ?? {}
  if (hostname === own) return 'own pages'
  return /^[a-z0-9.-]+$/.test(hostname) ? hostname.slice(0, maxNameLength) : 'direct'
}
