const { createHash } = require('crypto')
const fs = require('fs')

exports.checksum = (file) =>
  createHash('sha256').update(fs.readFileSync(file)).digest('hex')
