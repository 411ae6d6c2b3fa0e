const crypto = require('crypto')

exports.signUp = async (users, name, password) => {
  const hash = crypto.createHash('sha256').update(password).digest('hex')
  await users.add({ name, hash })
}
