/** An RPC URL taken apart. It may hold an API key, in whatever part, so nothing of it goes into logs or errors. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** "node 2 of 3": all that is ever said of it. */
  readonly label: string
  /** A node's own words without any part of the URL, and short. */
  scrub(text: string): string
}

/** @throws RangeError, without the URL in it, for what is no http(s) URL. */
export function parseEndpoints(urls: readonly string[]): Endpoint[] {
  if (urls.length === 0) throw new RangeError('no RPC URL')
  return urls.map((text, index) => parseEndpoint(text, `node ${index + 1} of ${urls.length}`))
}

function parseEndpoint(text: string, label: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new RangeError(`RPC ${label} is not an http or https URL`)
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`
  }
  const secrets = secretParts(text, url)
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    headers,
    label,
    scrub: (words) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), words).slice(0, 300),
  }
}

/** Longest first, so that no rest of a long one stays. Short parts are words like "v2". */
function secretParts(text: string, url: URL): string[] {
  const parts = [text, url.href, url.host, url.username, url.password, ...url.pathname.split('/'), ...url.searchParams.values()]
  return [...new Set(parts)].filter((part) => part.length >= 6).toSorted((one, other) => other.length - one.length)
}
