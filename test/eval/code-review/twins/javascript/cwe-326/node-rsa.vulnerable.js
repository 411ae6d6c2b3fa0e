const NodeRSA = require('node-rsa')

exports.createKey = () => {
  const key = new NodeRSA({ b: 1024 })
  return key.exportKey('pkcs8-private')
}
