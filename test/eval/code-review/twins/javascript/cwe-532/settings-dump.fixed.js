const settings = require('./settings')

function start() {
  console.info('starting', { host: settings.host, port: settings.port })
}

start()
