/** Where an answer came from. */
export interface AskedAddress {
  /** The address of the API, as its operator wrote it. */
  readonly url: string
  /** Path and query that were asked for. */
  readonly target: string
}

/** An address in a header of an answer, for callers: one of the API itself is a path here, so that its host stays unknown. Others stay as they are. */
export function addressHere(value: string, { url, target }: AskedAddress): string {
  const api = new URL(url)
  const found = URL.parse(value, new URL(target, api).href)
  if (found === null || found.origin !== api.origin) return value
  const base = api.pathname.replace(/\/+$/, '')
  const path = found.pathname.startsWith(`${base}/`) ? found.pathname.slice(base.length) : found.pathname
  return path + found.search + found.hash
}
