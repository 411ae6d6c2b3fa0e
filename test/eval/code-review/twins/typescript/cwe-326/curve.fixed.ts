import * as crypto from 'node:crypto'

export function createDeviceKey(): crypto.KeyPairKeyObjectResult {
  return crypto.generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}
