const jwt = require('jwt-simple')

exports.userOf = (token) => {
  const payload = jwt.decode(token, process.env.KEY, false, 'HS512')
  return payload.sub
}
