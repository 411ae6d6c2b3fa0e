const { generateKeyPairSync } = require('crypto')

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })

module.exports = { publicKey, privateKey }
