const xpath = require('xpath')
const users = require('./users-document')

exports.find = (req, res) => {
  const name = req.query.name
  const node = xpath.parse('//user[name=$name]').select1({ node: users, variables: { name } })
  res.json({ found: Boolean(node) })
}
