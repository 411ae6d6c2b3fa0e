import { z } from 'zod'
import { byteAnswer } from '../offers/byte-answers.ts'
import { byteOffer, dailyQuota, fixedPrice, free, type Access, type AnyOffer } from '../offers/offer.ts'
import { takesBody } from '../shared/http-methods.ts'
import { Problem } from '../shared/problems.ts'
import { fillTemplate, parametersOf } from '../offers/path-template.ts'
import type { About } from './about.ts'
import type { Price } from './farthing.ts'
import { idOf } from './route-pattern.ts'

/** Answers a call that is paid for, or free. `asked` is the call as a request, for one that did not come as a request to this route. */
export type Handler = (asked: () => Request) => Promise<Response>

/** Bytes of an answer at most, unless a route says otherwise. */
const maxBytes = 1_000_000

/**
 * The offer of a route whose answers a handler of the host makes. `handler` finds the one of the call that runs; null where the call came
 * another way, such as over MCP, and nobody can answer it.
 */
export function soldRoute(
  price: Price,
  about: About & { readonly route: string },
  { handler, url }: { readonly handler: () => Handler | null; readonly url: string },
): AnyOffer {
  const { route, example = {} } = about
  const id = about.id ?? idOf(route)
  const names = parametersOf(route.slice(route.indexOf(' ') + 1))
  const hasBody = takesBody(route.slice(0, route.indexOf(' ')))
  const path = z.object(Object.fromEntries(names.map((name) => [name, z.string().min(1).max(1_000)])))
  return byteOffer({
    id,
    route: route as `GET /${string}`,
    access: accessOf(price),
    title: about.title ?? route,
    purpose: about.purpose ?? `What ${route} answers.`,
    ...(names.length > 0 ? { path } : {}),
    query: z.record(z.string(), z.string()),
    ...(hasBody ? { body: z.unknown() } : {}),
    answers: {
      types: about.types ?? ['application/json'],
      maxBytes: about.maxBytes ?? maxBytes,
      ...(about.headers ? { headers: about.headers } : {}),
      refusals: ['application/json', 'application/problem+json', 'text/plain'],
    },
    example: {
      ...(names.length > 0 ? { path: Object.fromEntries(names.map((name) => [name, 'example'])) } : {}),
      ...(hasBody ? { body: {} } : {}),
      ...example,
    },
    ...(about.deadlineMs === undefined ? {} : { deadlineMs: about.deadlineMs }),
    ...(about.firstCallFree === undefined ? {} : { firstCallFree: about.firstCallFree }),
    async run(input) {
      const answering = handler()
      if (answering === null) throw new Problem('offer_unavailable', 'This is sold over HTTP only.')
      return byteAnswer(await bytesOf(await answering(() => requestFor(route, input as Input, url))))
    },
  })
}

interface Input {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A call of the route as a request. */
function requestFor(route: string, { path, query, body }: Input, url: string): Request {
  const [method = 'GET', template = '/'] = route.split(' ')
  const asked = new URL(url + fillTemplate(template, path))
  for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value)
  if (!takesBody(method)) return new Request(asked, { method })
  return new Request(asked, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function accessOf(price: Price): Access {
  if (typeof price === 'object') return dailyQuota(price.quota)
  return price === 'free' ? free : fixedPrice(price)
}

/** @throws Problem for an answer that is not sold: the handler's own refusal goes out as it is, and its failure is a 502 */
async function bytesOf(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  const made = { status: response.status, contentType: response.headers.get('content-type') ?? 'application/octet-stream', headers, bytes }
  if (response.status >= 200 && response.status < 300) return made
  if (response.status >= 400 && response.status < 500)
    throw new Problem('upstream_refused', `The route answered ${response.status}.`, { passed: made })
  throw new Problem('upstream_failed', `The route answered ${response.status}.`)
}
