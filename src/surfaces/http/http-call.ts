import type { Catalog } from '../../catalog.ts'
import type { RawInput } from '../../gate/question.ts'
import type { HeaderReader } from '../../payments/protocol.ts'

/** What is asked for, but for a body. A door may keep it for the next request that asks for it. */
export interface Target {
  readonly match: ReturnType<Catalog['match']>
  /** The query with its question mark, empty when there is none. */
  readonly search: string
  /** Whether the door has kept it since an earlier request, so that what is made of it is worth keeping too. */
  comesAgain: boolean
  /** Path and query, kept for the next request. */
  input: RawInput | null
}

/** A request for an offer, through whatever door it came. */
export interface HttpCall {
  readonly method: string
  readonly target: Target
  readonly headers: HeaderReader
  /** Of the connection's other end; undefined without a socket, as in tests. */
  readonly address: string | undefined
  /** Whether the connection was reset before its address was read. */
  readonly gone: boolean
  /** The JSON body, `undefined` when there is none. @throws Problem */
  body(maxBytes: number): Promise<unknown>
}

/** What is answered to it. */
export interface HttpAnswer {
  readonly status: number
  /** Names and values in turn, as Node writes them, each name once. They are the answer's own: who writes it may add to them. */
  readonly headers: string[]
  readonly body: string | Uint8Array | null
}

export function responseOf({ status, headers, body }: HttpAnswer): Response {
  const named: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) named[headers[index] as string] = headers[index + 1] as string
  return new Response(body as string | Uint8Array<ArrayBuffer> | null, { status, headers: named })
}
