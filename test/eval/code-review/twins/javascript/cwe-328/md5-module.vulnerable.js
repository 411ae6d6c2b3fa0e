const md5 = require('md5')

exports.resetToken = (user) =>
  md5(user.email + user.createdAt)
