const fs = require('node:fs')

const lock = fs.openSync('/tmp/importer.lock', 'wx', 0o600)
fs.writeSync(lock, String(process.pid))
