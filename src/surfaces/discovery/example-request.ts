import type { AnyOffer } from '../../offers/offer.ts'
import { fillTemplate } from '../../offers/path-template.ts'
import type { Method } from '../../shared/http-methods.ts'

export interface ExampleRequest {
  readonly method: Method
  /** Absolute. */
  readonly url: string
  /** The JSON body; undefined without one. */
  readonly body: unknown
}

/** The worked example of an offer as a request. */
export function exampleRequest({ method, template, example }: AnyOffer, publicUrl: string): ExampleRequest {
  const path = fillTemplate(template, example.path)
  const query = new URLSearchParams(example.query ?? {}).toString()
  return { method, url: `${publicUrl}${path}${query === '' ? '' : `?${query}`}`, body: example.body }
}
