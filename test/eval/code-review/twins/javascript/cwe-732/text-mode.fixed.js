const { mkdirSync } = require('fs')

function prepare(folder) {
  mkdirSync(folder, { recursive: true, mode: '0750' })
}

prepare('/var/spool/acme')
