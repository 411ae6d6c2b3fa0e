const fs = require('fs')

exports.keepKey = (file, key) => {
  fs.writeFileSync(file, key)
  fs.chmodSync(file, 0o600)
}
