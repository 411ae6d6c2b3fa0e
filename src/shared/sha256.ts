import { hash } from 'node:crypto'

/** SHA-256 of text or bytes, lower-case hex without prefix. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}
