const crypto = require('crypto')

exports.seal = (key, iv, text) => {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex')
}
