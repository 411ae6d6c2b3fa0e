const tls = require('node:tls')

function options(host) {
  return {
    host,
    port: 8883,
    servername: host,
  }
}

exports.connect = (host) => tls.connect(options(host))
