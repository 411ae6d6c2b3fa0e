import { FetchFailed, fetchFailures, Problem, type OpenedAnswer, type UpstreamConnections } from '../door.ts'
import type { BuiltRequest } from './build-request.ts'

export interface SendLimits {
  readonly timeoutMs: number
  /** Milliseconds between two pieces of an answer. A server that drips byte by byte still meets the limit for the whole. */
  readonly idleMs: number
  readonly maxBytes: number
  /** Redirects of a GET that are followed, on the same host. */
  readonly redirects: number
}

const redirecting = new Set([301, 302, 303, 307, 308])

/**
 * Sends the request of a call, and waits for the head of the answer. A GET that met a connection which the API closed at that moment is sent once more; nothing else is repeated.
 * @throws Problem
 */
export async function sendCall(
  request: BuiltRequest,
  connections: Pick<UpstreamConnections, 'open'>,
  limits: SendLimits,
  { title, signal }: { readonly title: string; readonly signal: AbortSignal },
): Promise<OpenedAnswer> {
  const open = (target: string) =>
    connections.open({ ...request, target, timeoutMs: limits.timeoutMs, idleMs: limits.idleMs, maxBytes: limits.maxBytes, signal })
  try {
    let { target } = request
    for (let followed = 0; ; followed += 1) {
      const answer = await open(target).catch((error: unknown) => {
        if (request.method === 'GET' && isLostConnection(error)) return open(target)
        throw error
      })
      const next =
        request.method === 'GET' && followed < limits.redirects && redirecting.has(answer.status) ? redirectOf(answer, target) : null
      if (next === null) return mappedAnswer(answer, title)
      answer.discard()
      target = next
    }
  } catch (error) {
    throw problemOf(error, title)
  }
}

/** The same answer, of which all that fails is a problem. */
function mappedAnswer(answer: OpenedAnswer, title: string): OpenedAnswer {
  const failed = (error: unknown): never => {
    throw problemOf(error, title)
  }
  return {
    ...answer,
    read: () => answer.read().catch(failed),
    chunks: {
      [Symbol.asyncIterator]() {
        const pieces = answer.chunks[Symbol.asyncIterator]()
        return { ...pieces, next: () => pieces.next().catch(failed) }
      },
    },
  }
}

/** Before anything of an answer came, as when the API closes a connection that was idle. */
function isLostConnection(error: unknown): boolean {
  const code = error instanceof FetchFailed && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : ''
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** The target on the same host that a redirect names; null for any other. */
function redirectOf(answer: OpenedAnswer, target: string): string | null {
  const from = new URL(target, 'http://upstream.invalid')
  const next = URL.parse(answer.header('location') ?? '', from.href)
  return next !== null && next.host === from.host && next.protocol === from.protocol ? next.pathname + next.search : null
}

function problemOf(error: unknown, title: string): unknown {
  if (!(error instanceof FetchFailed)) return error
  const { reason } = error
  if (reason === 'aborted') return error
  if (reason === 'timeout' || reason === 'idle')
    return new Problem('deadline_exceeded', `${title}: the API behind it took too long.`, { cause: error })
  if (reason === 'too_large' || reason === 'encoding' || reason === 'headers_too_large')
    return new Problem(
      'upstream_misfit',
      `${title}: the answer of the API behind it cannot be passed on, since ${fetchFailures[reason]}.`,
      { cause: error },
    )
  return new Problem('upstream_failed', `${title}: the API behind it cannot be reached.`, { retryAfter: 5, cause: error })
}
