const crypto = require('crypto')

exports.signUp = async (users, name, password) => {
  const salt = crypto.randomBytes(16)
  const hash = crypto.scryptSync(password, salt, 64).toString('hex')
  await users.add({ name, salt, hash })
}
