const ejs = require('ejs')

exports.preview = (req, res) => {
  const page = ejs.render('<p>Dear ' + req.body.name + '</p>')
  res.json({ page })
}
