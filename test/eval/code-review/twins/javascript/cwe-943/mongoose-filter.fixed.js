const Order = require('./order')

exports.list = async (req, res) => {
  const { state } = req.query
  if (typeof state !== 'string') return res.sendStatus(400)
  const orders = await Order.find({ state })
  res.json(orders)
}
