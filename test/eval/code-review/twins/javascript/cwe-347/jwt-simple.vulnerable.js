const jwt = require('jwt-simple')

exports.userOf = (token) => {
  const payload = jwt.decode(token, process.env.KEY, true)
  return payload.sub
}
