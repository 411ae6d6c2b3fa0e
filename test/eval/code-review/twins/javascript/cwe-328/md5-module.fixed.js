const { createHash } = require('node:crypto')

exports.resetToken = (user) =>
  createHash('sha256').update(user.email + user.createdAt + process.env.PEPPER).digest('hex')
