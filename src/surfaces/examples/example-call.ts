import type { AnyOffer } from '../../offers/offer.ts'
import { fillTemplate } from '../../offers/path-template.ts'
import { takesBody, type Method } from '../../shared/http-methods.ts'

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
  const path = fillTemplate(template, example.path)
  const query = new URLSearchParams(example.query ?? {}).toString()
  return { method, url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`, body: takesBody(method) ? (example.body ?? {}) : undefined }
}
