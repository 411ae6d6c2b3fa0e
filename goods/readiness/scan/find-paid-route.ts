import { isPage, jsonOf, type SiteDocument } from './site-document.ts'

export interface PaidRoute {
  readonly url: string
  readonly method: 'GET' | 'POST'
}

const maxRead = 500

/** A route that the site says is paid, to be asked without a payment: from /.well-known/x402, else from OpenAPI. Null where there is none. */
export function findPaidRoute(
  origin: string,
  { x402List, openapi }: { readonly x402List: SiteDocument; readonly openapi: SiteDocument },
): PaidRoute | null {
  return listed(origin, objectOf(x402List)) ?? described(origin, objectOf(openapi))
}

function objectOf(document: SiteDocument): Readonly<Record<string, unknown>> | null {
  return document.kind === 'found' && !isPage(document) ? jsonOf(document) : null
}

function listed(origin: string, list: Readonly<Record<string, unknown>> | null): PaidRoute | null {
  const resources = list?.['resources']
  for (const resource of Array.isArray(resources) ? (resources as unknown[]).slice(0, maxRead) : []) {
    const { url, resource: named } = (resource ?? {}) as Record<string, unknown>
    const written = [resource, url, named].find((one) => typeof one === 'string') ?? ''
    const [, method, text] = /^(?:(GET|POST) )?(.*)$/.exec(written) ?? []
    const target = URL.parse(text ?? '')
    if (target?.origin === origin) return { url: target.href, method: method === 'POST' ? 'POST' : 'GET' }
  }
  return null
}

/** The first operation with a price and without parameters in its path, GET before POST. */
function described(origin: string, document: Readonly<Record<string, unknown>> | null): PaidRoute | null {
  const paths = document?.['paths']
  if (paths === null || typeof paths !== 'object') return null
  const entries = Object.entries(paths as Record<string, unknown>).slice(0, maxRead)
  for (const method of ['get', 'post'] as const) {
    for (const [path, operations] of entries) {
      const operation = (operations as Record<string, unknown> | null)?.[method] as Record<string, unknown> | null | undefined
      const isPaid = operation?.['x-payment-info'] !== undefined
      if (!isPaid || path.includes('{')) continue
      const target = URL.parse(path, origin)
      if (target?.origin === origin) return { url: target.href, method: method === 'post' ? 'POST' : 'GET' }
    }
  }
  return null
}
