import crypto from 'node:crypto'

const key = Buffer.from('3f1a9b0c77de42aa8e1f0c6d5b4a3928', 'utf8')

export function seal(text) {
  const iv = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}
