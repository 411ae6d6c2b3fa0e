const jwt = require('jsonwebtoken')

module.exports = (req, res, next) => {
  const token = req.headers.authorization.split(' ')[1]
  req.user = jwt.decode(token)
  next()
}
