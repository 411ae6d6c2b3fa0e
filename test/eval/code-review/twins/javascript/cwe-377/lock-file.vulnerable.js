const fs = require('node:fs')

const lock = fs.openSync('/tmp/importer.lock', 'w')
fs.writeSync(lock, String(process.pid))
