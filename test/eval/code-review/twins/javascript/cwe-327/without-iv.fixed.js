const crypto = require('node:crypto')

class Locker {
  constructor(secret) {
    this.secret = secret
  }
  lock(text) {
    const salt = crypto.randomBytes(16)
    const cipher = crypto.createCipheriv('aes-256-gcm', crypto.scryptSync(this.secret, salt, 32), crypto.randomBytes(12))
    return cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
  }
}
module.exports = Locker
