import { createSign, type KeyObject } from 'node:crypto'

export function sign(document: string, key: KeyObject): string {
  const signer = createSign('RSA-SHA1')
  return signer.update(document).sign(key, 'base64')
}
