import { createCipheriv } from 'node:crypto'

const algorithm = 'aes-128-ecb'

export function encrypt(key, iv, buffer) {
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([cipher.update(buffer), cipher.final()])
}
