import type { AnyOffer } from '../src/offers/offer.ts'
import { doesAll } from './support/runs.ts'

/** Path and query of an offer's worked example. */
export function exampleUrl(offer: AnyOffer): string {
  const path = offer.template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(offer.example.path?.[name] ?? ''))
  const query = new URLSearchParams(offer.example.query ?? {}).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The rest of its request. */
export function exampleRequest(offer: AnyOffer): { method?: string; headers?: Record<string, string>; body?: string } {
  if (offer.method === 'GET') return {}
  return { method: offer.method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(offer.example.body) }
}

/** Bytes of the status line and all headers as they are sent. */
export function bytesOfHeaders(response: Response): number {
  const statusLine = `HTTP/1.1 ${response.status} ${response.statusText}`.length + 4
  return [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, statusLine)
}

/** The offers whose answers need neither a worker nor a browser, which take seconds of CPU to start; all of them in the slow tests. */
export function withoutEngines(offers: readonly AnyOffer[]): readonly AnyOffer[] {
  return doesAll ? offers : offers.filter(({ engine }) => engine === undefined)
}
