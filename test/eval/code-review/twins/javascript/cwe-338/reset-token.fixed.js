const crypto = require('crypto')

function createResetToken() {
  return crypto.randomBytes(32).toString('hex')
}

exports.requestReset = async (users, email) => {
  const token = createResetToken()
  await users.saveToken(email, token)
  return token
}
