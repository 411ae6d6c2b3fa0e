const jwt = require('jsonwebtoken')

module.exports = (req, res, next) => {
  const token = req.headers.authorization.split(' ')[1]
  req.user = jwt.verify(token, process.env.JWT_KEY, { algorithms: ['HS256'] })
  next()
}
