const fs = require('fs')
const os = require('os')
const path = require('path')

exports.exportRows = (rows) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'))
  const file = path.join(folder, 'rows.csv')
  fs.writeFileSync(file, rows.join('\n'))
  return file
}
