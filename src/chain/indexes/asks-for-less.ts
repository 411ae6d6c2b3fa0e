import { RpcRejected, RpcUnreachable } from '../chain.ts'

/** Rejections that no smaller range would mend: the node lacks the method, or lets nobody in. */
const hopelessCodes = new Set([-32601, -32001, -32003, 401, 403])
const hopelessWords = /method (?:not found|does not exist|is not (?:available|supported))|unauthori[sz]ed|forbidden|invalid api key/i

/** No answer at all, for what sounds like the size of it: a body that was cut off, refused, or took too long to make. */
const sizeWords = /too large|timed out|HTTP 413|HTTP 504/i

/**
 * Whether a failed question for logs is to be asked again for fewer blocks. Nodes have no common code for it: "query
 * returned more than 10000 results" (-32005), "block range is too wide", "limited to a 10,000 range", "Log response size
 * exceeded", "query timeout exceeded", "ranges over 10000 blocks are not supported", "Max range: 800", or a plain
 * "invalid params". So every rejection counts, but those that speak of something else.
 */
export function asksForLess(error: unknown): boolean {
  if (error instanceof RpcRejected) return !hopelessCodes.has(error.code) && !hopelessWords.test(error.message)
  return error instanceof RpcUnreachable && sizeWords.test(error.message)
}
