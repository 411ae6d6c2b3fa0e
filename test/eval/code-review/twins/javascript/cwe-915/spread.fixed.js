import { db } from './db.js'
import { pick } from 'lodash'

export async function patchOrder(req, res) {
  const changes = { ...pick(req.body, ['note', 'address']), changedAt: new Date() }
  await db.orders.update(changes, { where: { id: req.params.id } })
  res.sendStatus(204)
}
