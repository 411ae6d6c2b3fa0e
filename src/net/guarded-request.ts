export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Go to the first origin only; to others nothing but `accept` and `content-type` goes along. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** What the URL may begin with; `https` alone unless given. A redirect stays within http and https. */
  readonly schemes?: readonly ('https' | 'http' | 'ipfs' | 'data')[]
  /** Ports besides 443 of https and 80 of http. */
  readonly ports?: readonly number[]
  /** Media types that a 2xx answer may have, such as `application/json`; any unless given. */
  readonly contentTypes?: readonly string[]
  /** For the whole exchange with all its redirects; default 5 s. */
  readonly timeoutMs?: number
  /** Longest wait for an answer to begin, and between two pieces of it; default 3 s. */
  readonly idleMs?: number
  /** Of the body, compressed and not; default 1 MB. */
  readonly maxBytes?: number
  /** Default 4. */
  readonly maxRedirects?: number
  readonly signal?: AbortSignal
}

export interface GuardedAnswer {
  readonly status: number
  /** One value of a header, by its lower-case name. */
  header(name: string): string | null
  /** All values of a header that is a list (RFC 9110 section 5.3), joined by commas. */
  list(name: string): string | null
  /** Lower case, without parameters. */
  readonly mediaType: string | null
  /** Decompressed. */
  readonly body: Uint8Array
  /** SHA-256 of the body in lower-case hex. */
  readonly sha256: string
  /** Where the answer came from in the end. Of `ipfs:` and `data:` it tells no gateway and no data. */
  readonly url: string
  readonly redirects: readonly string[]
}
