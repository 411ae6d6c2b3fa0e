const fs = require('fs')
const os = require('os')
const path = require('path')

exports.exportRows = (rows) => {
  const file = '/tmp/export.csv'
  fs.writeFileSync(file, rows.join('\n'))
  return file
}
