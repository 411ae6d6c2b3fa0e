const jwt = require('jsonwebtoken')

exports.issue = (user) => {
  return jwt.sign({ id: user.id }, process.env.JWT_KEY, { expiresIn: '1h' })
}
