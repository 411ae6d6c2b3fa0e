const crypto = require('crypto')

exports.seal = (key, iv, text) => {
  const cipher = crypto.createCipheriv('des-ede3-cbc', key, iv)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex')
}
