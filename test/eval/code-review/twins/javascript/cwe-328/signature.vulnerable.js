import crypto from 'crypto'

const options = { algorithm: 'sha1' }

export function fingerprint(certificate) {
  return crypto.createHash(options.algorithm).update(certificate).digest('base64')
}
