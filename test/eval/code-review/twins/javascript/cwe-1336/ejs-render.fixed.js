const ejs = require('ejs')

exports.preview = (req, res) => {
  const page = ejs.render('<p>Dear <%= name %></p>', { name: req.body.name })
  res.json({ page })
}
