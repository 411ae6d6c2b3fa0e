const NodeRSA = require('node-rsa')

exports.createKey = () => {
  const key = new NodeRSA({ b: 2048 })
  return key.exportKey('pkcs8-private')
}
