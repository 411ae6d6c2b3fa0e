const _ = require('lodash')
const defaults = { theme: 'light', page: { size: 20 } }

exports.settings = (req, res) => {
  const settings = { ...defaults, theme: String(req.body.theme) }
  res.json(settings)
}
