const xpath = require('xpath')
const users = require('./users-document')

exports.find = (req, res) => {
  const name = req.query.name
  const node = xpath.select1("//user[name='" + name + "']", users)
  res.json({ found: Boolean(node) })
}
