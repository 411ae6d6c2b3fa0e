export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** For the first origin only. Other origins get `accept` and `content-type` and no more. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Allowed schemes of the URL; default `https`. A redirect stays within http and https. */
  readonly schemes?: readonly ('https' | 'http' | 'ipfs' | 'data')[]
  /** Allowed ports besides 443 for https and 80 for http. */
  readonly ports?: readonly number[]
  /** Media types that a 2xx answer may have, such as `application/json`; default any. */
  readonly contentTypes?: readonly string[]
  /** For the whole exchange with all its redirects; default 5 s. */
  readonly timeoutMs?: number
  /** Longest wait for the start of the answer, and between two pieces of it; default 3 s. */
  readonly idleMs?: number
  /** Limit for the body, both compressed and decompressed; default 1 MB. */
  readonly maxBytes?: number
  /** Default 4. */
  readonly maxRedirects?: number
  /** Called before each request, those of followed redirects included. Where it gives false, the request is not made: `too_many_redirects`. */
  readonly beforeRequest?: () => boolean
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
  /** The URL that answered, after redirects. For `ipfs:` and `data:` it contains no gateway and no data. */
  readonly url: string
  readonly redirects: readonly string[]
}
