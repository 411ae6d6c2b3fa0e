import { db } from './db.js'

export async function cheaper(req, res) {
  const items = await db.collection('items').find({ price: { $lt: Number(req.query.max) } }).toArray()
  res.json(items)
}
