import { isHex, type Hex } from '../shared/bytes.ts'
import { parseObject } from './parse-object.ts'
import type { SendRequest } from './send-request.ts'

/**
 * The key that a sandbox gives away for trying things out, from its `GET /sandbox`; null when there is none. It is good
 * for that sandbox only, and for nobody's money.
 */
export async function readSandboxKey(send: SendRequest, service: URL): Promise<Hex | null> {
  const answer = await send(new URL('/sandbox', service), {
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: 10_000,
    maxBytes: 65_536,
  })
  if (answer.status !== 200) return null
  const key = (parseObject(answer.body)['payer'] as { privateKey?: unknown } | null | undefined)?.privateKey
  return typeof key === 'string' && isHex(key) && key.length === 66 ? key : null
}

/** Whether the body of a 402 says that the service is a sandbox. */
export function isSandbox(body: Uint8Array): boolean {
  return parseObject(body)['sandbox'] === true
}
