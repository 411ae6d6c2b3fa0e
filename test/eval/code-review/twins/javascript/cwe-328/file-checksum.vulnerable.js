const { createHash } = require('crypto')
const fs = require('fs')

exports.checksum = (file) =>
  createHash('md5').update(fs.readFileSync(file)).digest('hex')
