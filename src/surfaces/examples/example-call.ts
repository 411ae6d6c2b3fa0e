import type { AnyOffer, Method } from '../../offers/offer.ts'

/** The worked example of an offer as one HTTP request. */
export interface ExampleCall {
  readonly method: Method
  /** Absolute and percent-encoded. */
  readonly url: string
  /** A JSON value; undefined without a body. */
  readonly body: unknown
}

/** Fills the route of an offer with its example. */
export function exampleCall({ method, template, example }: AnyOffer, baseUrl: string): ExampleCall {
  const path = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent((example.path?.[name] ?? '').toWellFormed()))
  const query = new URLSearchParams(example.query ?? {}).toString()
  return { method, url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`, body: method === 'POST' ? (example.body ?? {}) : undefined }
}
