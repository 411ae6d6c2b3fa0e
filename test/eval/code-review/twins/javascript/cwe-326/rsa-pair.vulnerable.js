const { generateKeyPairSync } = require('crypto')

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })

module.exports = { publicKey, privateKey }
