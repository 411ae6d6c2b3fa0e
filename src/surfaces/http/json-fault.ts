const maxDepth = 32
/** A batch has 100 items at most. An object of 20,000 members takes 50 ms to read, copy and check. */
const maxValues = 2_000

const [quote, backslash, comma, openBrace, openBracket, closeBrace, closeBracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Why a JSON text is not worth parsing: it nests too deep or has too many values. Null for all others, also for those that are not JSON.
 * One look at each byte, which is cheaper than parsing.
 */
export function jsonFault(bytes: Uint8Array): string | null {
  let depth = 0
  let values = 1
  let quoted = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (quoted) {
      if (byte === backslash) index += 1
      else if (byte === quote) quoted = false
    } else if (byte === quote) quoted = true
    else if (byte === comma) {
      values += 1
      if (values > maxValues) return `The body has more than ${maxValues} members and items.`
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > maxDepth) return `The body nests deeper than ${maxDepth} levels.`
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1
  }
  return null
}
