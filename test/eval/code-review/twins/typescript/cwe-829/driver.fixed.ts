import { createRequire } from 'node:module'
import type { Request, Response } from 'express'

const load = createRequire(import.meta.url)
const drivers = new Set(['sqlite', 'postgres'])

export function testDriver(req: Request, res: Response): void {
  const driver = String(req.body.driver)
  if (!drivers.has(driver)) {
    res.sendStatus(400)
    return
  }
  const module = load(driver)
  res.json({ version: module.version })
}
