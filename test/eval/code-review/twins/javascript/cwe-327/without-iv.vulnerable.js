const crypto = require('node:crypto')

class Locker {
  constructor(secret) {
    this.secret = secret
  }
  lock(text) {
    const cipher = crypto.createCipher('aes-256-cbc', this.secret)
    return cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
  }
}
module.exports = Locker
