import { RpcRejected, RpcUnreachable } from '../chain.ts'

/** Rejections that a smaller range would not help: the node lacks the method, or refuses access. */
const hopelessCodes = new Set([-32601, -32001, -32003, 401, 403])
const hopelessWords = /method (?:not found|does not exist|is not (?:available|supported))|unauthori[sz]ed|forbidden|invalid api key/i

/** Faults that sound like the size of the answer: a body that was cut off, refused, or took too long. */
const sizeWords = /too large|timed out|HTTP 413|HTTP 504/i

/**
 * Whether a failed request for logs should be repeated for fewer blocks. Nodes have no common code for it: "query
 * returned more than 10000 results" (-32005), "block range is too wide", "limited to a 10,000 range", "Log response size
 * exceeded", "query timeout exceeded", "ranges over 10000 blocks are not supported", "Max range: 800", or a plain
 * "invalid params". So every rejection counts, except those that name another reason.
 */
export function isRangeTooLarge(error: unknown): boolean {
  if (error instanceof RpcRejected) return !hopelessCodes.has(error.code) && !hopelessWords.test(error.message)
  return error instanceof RpcUnreachable && sizeWords.test(error.message)
}
