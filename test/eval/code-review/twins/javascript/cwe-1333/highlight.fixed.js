const _ = require('lodash')

module.exports = (req, res) => {
  const { text, word } = req.body
  const found = text.replace(new RegExp(`(${_.escapeRegExp(word)})`, 'g'), '[$1]')
  res.json({ found })
}
