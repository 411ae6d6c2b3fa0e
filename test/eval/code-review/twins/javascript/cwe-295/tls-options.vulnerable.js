const tls = require('node:tls')

function options(host) {
  return {
    host,
    port: 8883,
    checkServerIdentity: () => undefined,
  }
}

exports.connect = (host) => tls.connect(options(host))
