const { mkdirSync } = require('fs')

function prepare(folder) {
  mkdirSync(folder, { recursive: true, mode: '0777' })
}

prepare('/var/spool/acme')
