/** What a request came to, as whoever sent it saw it. */
export type Exchange =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Headers
      readonly text: string
      /** Which instance it was sent to. */
      readonly by: string
    }
  /** The connection was refused, broke, or stayed silent for too long; `left`: its caller went away on purpose. */
  | { readonly kind: 'lost'; readonly cause: string; readonly left: boolean; readonly by: string }

/** Where payers call. */
export interface Door {
  /** One GET, never sent twice. `leaveAfterMs`: its caller closes the connection then. Never rejects. */
  ask(path: string, headers: Readonly<Record<string, string>>, leaveAfterMs?: number): Promise<Exchange>
}

const patienceMs = 40_000

/** The door of the one service at this address. */
export function doorOf(url: string, by = 'service'): Door {
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

/** `code` of a Problem's body. */
export function codeIn(text: string): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'string' ? code : 'no code'
  } catch {
    return 'no JSON'
  }
}

/** ECONNREFUSED, ECONNRESET, UND_ERR_SOCKET, TimeoutError. */
function causeOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? cause?.message ?? name ?? 'unknown'
}
