function createResetToken() {
  return Math.random().toString(36).slice(2)
}

exports.requestReset = async (users, email) => {
  const token = createResetToken()
  await users.saveToken(email, token)
  return token
}
