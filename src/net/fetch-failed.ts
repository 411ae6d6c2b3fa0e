/**
 * Every reason for which fetching a URL from an outsider can end without an answer. The list is closed and the sentences are
 * ours, so anybody may see both: they contain no words of the other side and no internals.
 */
export const fetchFailures = {
  // Refused before a request, whatever is there.
  not_a_url: 'it is not a URL, or contains characters that no URL may contain',
  scheme: 'its scheme is not supported here',
  credentials: 'it has a user name or a password',
  port: 'it names a port that is not the usual one of its scheme',
  host: 'its host is a name of a private network, or is written in a misleading form',
  address: 'it leads to an address that is not on the public internet',
  downgrade: 'it is redirected from https to http',
  too_many_redirects: 'it is redirected too often',
  ipfs_off: 'ipfs is not supported here, because no gateway is configured',
  // Requested, without a usable answer.
  dns: 'its host is not known, or has no address',
  connection: 'no connection could be made, or it broke',
  tls: 'its certificate is not valid for it, or no secure connection could be made',
  timeout: 'it took too long',
  idle: 'it stopped sending',
  aborted: 'its caller gave up',
  headers_too_large: 'its headers are too long',
  too_large: 'it is too long',
  encoding: 'its compression is not supported here, or is not what it declares',
  content_type: 'its content type is not supported here',
  bad_data: 'its data does not have the encoding that it declares',
  not_text: 'it is not text in UTF-8',
  not_json: 'it is not JSON',
  too_deep: 'it is nested too deeply',
} as const satisfies Readonly<Record<string, string>>

export type FetchFailure = keyof typeof fetchFailures

const refusals: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'not_a_url',
  'scheme',
  'credentials',
  'port',
  'host',
  'address',
  'downgrade',
  'too_many_redirects',
  'ipfs_off',
])

/** A URL from an outsider was not fetched. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly reason: FetchFailure
  readonly code = 'FETCH_FAILED'

  /** `cause` is for the log only. */
  constructor(reason: FetchFailure, cause?: unknown) {
    super(`not fetched: ${fetchFailures[reason]}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }

  /** Our own rules stopped it, before the request or at a redirect. */
  get refused(): boolean {
    return refusals.has(this.reason)
  }
}

/** The FetchFailed in an error or in its causes; null where there is none. */
export function fetchFailureIn(error: unknown): FetchFailed | null {
  if (error instanceof FetchFailed) return error
  return error instanceof Error ? fetchFailureIn(error.cause) : null
}
