import crypto from 'node:crypto'

const key = Buffer.from(process.env.CARD_KEY, 'hex')

export function seal(text) {
  const iv = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}
