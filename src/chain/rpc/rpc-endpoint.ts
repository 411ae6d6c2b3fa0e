/** A parsed RPC URL. Any part of it may contain an API key, so logs and errors contain nothing of it. */
export interface RpcEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** "node 2 of 3", for logs and errors. */
  readonly label: string
  /** Shortens a node's own words and removes every part of the URL. */
  scrub(text: string): string
}

/** @throws RangeError, which does not contain the URL, for anything but an http(s) URL. */
export function parseEndpoints(urls: readonly string[]): RpcEndpoint[] {
  if (urls.length === 0) throw new RangeError('no RPC URL')
  return urls.map((text, index) => parseEndpoint(text, `node ${index + 1} of ${urls.length}`))
}

function parseEndpoint(text: string, label: string): RpcEndpoint {
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

/** The longest first, so that no rest of a long one remains. Short parts are words such as "v2". */
function secretParts(text: string, url: URL): string[] {
  const parts = [text, url.href, url.host, url.username, url.password, ...url.pathname.split('/'), ...url.searchParams.values()]
  return [...new Set(parts)].filter((part) => part.length >= 6).toSorted((one, other) => other.length - one.length)
}
