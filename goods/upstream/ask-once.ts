import { fillTemplate, FetchFailed, fetchFailures, takesBody, userAgentOf, type OfferFiles } from './door.ts'
import { requestBuilder } from './calls/build-request.ts'
import { upstreamQuery } from './calls/upstream-target.ts'
import { readOffersFile } from './file/read-offers-file.ts'
import { readRoute, readTemplate, type RouteText } from './file/route-text.ts'
import { exampleOf } from './file/example-of.ts'
import { titleOf } from './offer-of.ts'
import { usdOf } from './usd-of.ts'
import type { OfferRow, OffersFile } from './file/offers-file.ts'
import { createUpstreamState, type UpstreamState, type UpstreamStateParts } from './upstream-state.ts'

/** Offers of a file that are asked; the others are only named. */
const maxAsked = 10
const askMs = 5_000

/** Asks the API behind each offer once, by its example, to say whether it answers. Only calls by GET: others may change something. */
export const askOnce: OfferFiles['askOnce'] = async (text, { secretOf, timers, clock, log }) => {
  const read = readOffersFile(text, {})
  if (read.kind === 'faulty') return []
  const parts: UpstreamStateParts = { timers, log, secretOf, userAgent: userAgentOf(undefined) }
  const upstreams = new Map(
    Object.entries(read.file.upstreams).map(([name, settings]) => [name, createUpstreamState(name, settings, parts)]),
  )
  try {
    return await Promise.all(
      read.file.offers.map(async (row, index) => {
        const { method, template } = readRoute(row.route) as RouteText
        const example = exampleOf(row, { method, template })
        const path = fillTemplate(template, example.path) + upstreamQuery(example.query ?? {})
        const upstream = upstreamOf(row, read.file, upstreams)
        const isAsked = !takesBody(method) && method !== 'DELETE' && index < maxAsked && upstream !== undefined
        const said = isAsked ? await ask(row, upstream, { clock, secretOf }) : 'not asked'
        return { route: row.route, title: titleOf(row), usd: usdOf(row), said, path }
      }),
    )
  } finally {
    for (const { connections } of upstreams.values()) await connections.close()
  }
}

function upstreamOf({ upstream }: OfferRow, file: OffersFile, all: ReadonlyMap<string, UpstreamState>): UpstreamState | undefined {
  return all.get(upstream ?? Object.keys(file.upstreams)[0] ?? '')
}

async function ask(
  row: OfferRow,
  upstream: UpstreamState,
  { clock, secretOf }: { readonly clock: { now(): number }; readonly secretOf: (name: string) => string | null },
): Promise<string> {
  const { method, template } = readRoute(row.route) as RouteText
  const target = row.path === undefined ? template : (readTemplate(row.path) as string)
  const build = requestBuilder({ method, template: target, row, upstream: upstream.settings, secretOf })
  const { path = {}, query = {} } = exampleOf(row, { method, template })
  const request = build({ path, query, body: undefined }, { purchaseId: null, passed: {}, userAgent: userAgentOf(undefined) })
  const started = clock.now()
  const signal = new AbortController().signal
  const answer = await upstream.connections
    .send({ ...request, timeoutMs: askMs, idleMs: askMs, maxBytes: row.limits.answerBytes, signal })
    .catch((error: unknown) => (error instanceof FetchFailed ? fetchFailures[error.reason] : 'it failed'))
  if (typeof answer === 'string') return `the upstream did not answer: ${answer}`
  const took = `the upstream answered ${answer.status} in ${Math.max(1, Math.round(clock.now() - started))} ms`
  const guessed = row.example.path === undefined && Object.keys(path).length > 0
  if (answer.status >= 400 && guessed) return `${took} for ${request.target}: name a path that it has with --example`
  const misfit = answer.status < 300 && !fitsType(answer.mediaType, row.answer.types)
  return misfit ? `${took}, but as ${answer.mediaType ?? 'no type'}: name the type in answer.types of the file` : `${took} (asked once)`
}

function fitsType(type: string | null, types: readonly string[]): boolean {
  return type !== null && types.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
}
