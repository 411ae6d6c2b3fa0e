/** The outcome of a request, as its sender saw it. */
export type Exchange =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Headers
      readonly text: string
      /** The instance that it was sent to. */
      readonly by: string
    }
  /** The connection was refused, broke, or gave no answer for too long. `left`: the caller closed it on purpose. */
  | { readonly kind: 'lost'; readonly cause: string; readonly left: boolean; readonly by: string }

/** Where payers send their calls: one service, or a load balancer. */
export interface EntryPoint {
  /** Sends one GET, never twice. `leaveAfterMs`: the caller closes the connection after this time. Never rejects. */
  ask(path: string, headers: Readonly<Record<string, string>>, leaveAfterMs?: number): Promise<Exchange>
}

const patienceMs = 40_000

/** The entry point of the single service at this address. */
export function entryPointOf(url: string, by = 'service'): EntryPoint {
  return {
    async ask(path, headers, leaveAfterMs) {
      try {
        const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(leaveAfterMs ?? patienceMs) })
        return { kind: 'response', status: response.status, headers: response.headers, text: await response.text(), by }
      } catch (error) {
        const cause = causeOf(error)
        return { kind: 'lost', cause, left: leaveAfterMs !== undefined && cause === 'TimeoutError', by }
      }
    },
  }
}

/** `code` of a problem document. */
export function codeIn(text: string): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'string' ? code : 'no code'
  } catch {
    return 'no JSON'
  }
}

/** For example ECONNREFUSED, ECONNRESET, UND_ERR_SOCKET or TimeoutError. */
function causeOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? cause?.message ?? name ?? 'unknown'
}
