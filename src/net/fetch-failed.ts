/**
 * Every way in which fetching what an outsider named can end without an answer. The list is closed and the sentences are
 * ours, so both may be shown to anybody: nothing of the other side's words, and nothing of our insides, is in them.
 */
export const fetchFailures = {
  // We don't go there, whatever is there.
  not_a_url: 'it is not a URL, or has characters that no URL has',
  scheme: 'its scheme is not one that is read here',
  credentials: 'it has a user name or a password',
  port: 'it names a port that is not the usual one of its scheme',
  host: 'its host is a name of private networks, or is written as no honest URL writes it',
  address: 'it leads to an address that is not on the public internet',
  downgrade: 'it is redirected from https to http',
  too_many_redirects: 'it is redirected too often',
  ipfs_off: 'ipfs is not read here, since no gateway is configured',
  // We went there, and nothing came that can be used.
  dns: 'its host is not known, or has no address',
  connection: 'no connection came about, or it broke off',
  tls: 'its certificate is not good for it, or no secure connection came about',
  timeout: 'it took too long',
  idle: 'it stopped sending',
  aborted: 'nobody waits for it any more',
  headers_too_large: 'its headers are too long',
  too_large: 'it is too long',
  encoding: 'it is compressed in a way that is not read here, or not as it says',
  content_type: 'it is of a type that is not read here',
  bad_data: 'its data is not written as it says',
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

/** What an outsider named was not fetched. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly reason: FetchFailure
  readonly code = 'FETCH_FAILED'

  /** `cause` is for our own log only. */
  constructor(reason: FetchFailure, cause?: unknown) {
    super(`not fetched: ${fetchFailures[reason]}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }

  /** It was not even asked, or not followed further: a rule of ours, no misfortune. */
  get refused(): boolean {
    return refusals.has(this.reason)
  }
}

/** The failure in an error or in what caused it; null where there is none. */
export function failureIn(error: unknown): FetchFailed | null {
  if (error instanceof FetchFailed) return error
  return error instanceof Error ? failureIn(error.cause) : null
}
