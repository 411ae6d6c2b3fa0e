const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

exports.generatePassword = (length) => {
  let password = ''
  for (let index = 0; index < length; index++) {
    password += letters[Math.floor(Math.random() * letters.length)]
  }
  return password
}
