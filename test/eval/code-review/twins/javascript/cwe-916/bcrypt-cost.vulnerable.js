const bcrypt = require('bcrypt')

module.exports = {
  hash: (password) => bcrypt.hash(password, 4),
  matches: (password, hash) => bcrypt.compare(password, hash),
}
