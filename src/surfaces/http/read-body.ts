import { Problem } from '../../shared/problems.ts'

const maxDepth = 32

/**
 * The JSON body of a request under a size cap, `undefined` when there is none.
 * @throws Problem payload_too_large, unsupported_media_type or invalid_json.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes)
  if (!request.body || declared === '0') return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The client disconnected or broke its own framing. That is not our fault, and it must not fill the log.
    throw new Problem('invalid_json', 'The body is incomplete.', { field: 'body', cause: error })
  }
  if (size === 0) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported_media_type', 'The body must be JSON.', { field: 'Content-Type', expected: 'application/json' })
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Problem('invalid_json', 'The body is not UTF-8.', { field: 'body' })
  }
  if (nestsDeeperThan(text, maxDepth))
    throw new Problem('invalid_json', `The body nests deeper than ${maxDepth} levels.`, { field: 'body' })
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid_json', 'The body could not be read as JSON.', { field: 'body' })
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `The body may have ${maxBytes} bytes at most.`)
}

function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > limit) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}
