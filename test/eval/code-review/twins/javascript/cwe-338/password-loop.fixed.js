const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const { randomInt } = require('crypto')

exports.generatePassword = (length) => {
  let password = ''
  for (let index = 0; index < length; index++) {
    password += letters[randomInt(letters.length)]
  }
  return password
}
