const Order = require('./order')

exports.list = async (req, res) => {
  const { state } = req.query
  const orders = await Order.find({ state })
  res.json(orders)
}
