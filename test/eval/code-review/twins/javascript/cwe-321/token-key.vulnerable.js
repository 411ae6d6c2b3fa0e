const jwt = require('jsonwebtoken')

exports.issue = (user) => {
  return jwt.sign({ id: user.id }, 'k3y-of-the-shop-9471', { expiresIn: '1h' })
}
