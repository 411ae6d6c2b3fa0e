import { db } from './db.js'

export async function patchOrder(req, res) {
  const changes = { ...req.body, changedAt: new Date() }
  await db.orders.update(changes, { where: { id: req.params.id } })
  res.sendStatus(204)
}
