const mysql = require('mysql')

module.exports = mysql.createPool({
  host: 'db.internal',
  user: 'shop',
  password: 'Sommer2024!',
})
