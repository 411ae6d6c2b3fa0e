import type { AnyOffer } from '../../offers/offer.ts'

export interface ExampleRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** The JSON body; undefined without one. */
  readonly body: unknown
}

/** The worked example of an offer as a request. */
export function exampleRequest({ method, template, example }: AnyOffer, publicUrl: string): ExampleRequest {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? ''))
  const query = new URLSearchParams(example.query ?? {}).toString()
  return { method, url: `${publicUrl}${path}${query === '' ? '' : `?${query}`}`, body: example.body }
}
