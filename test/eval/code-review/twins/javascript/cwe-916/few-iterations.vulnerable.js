import { pbkdf2Sync, randomBytes } from 'node:crypto'

const iterations = 1000

export function derive(password) {
  const salt = randomBytes(16)
  return { salt, key: pbkdf2Sync(password, salt, iterations, 32, 'sha256') }
}
