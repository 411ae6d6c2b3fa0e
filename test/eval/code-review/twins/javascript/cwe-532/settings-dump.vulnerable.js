const settings = require('./settings')

function start() {
  console.info('starting', { host: settings.host, secret: settings.apiSecret })
}

start()
