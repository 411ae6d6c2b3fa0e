const _ = require('lodash')
const defaults = { theme: 'light', page: { size: 20 } }

exports.settings = (req, res) => {
  const settings = _.merge({}, defaults, req.body)
  res.json(settings)
}
