import { createRequire } from 'node:module'
import type { Request, Response } from 'express'

const load = createRequire(import.meta.url)

export function testDriver(req: Request, res: Response): void {
  const driver = String(req.body.driver)
  const module = load(driver)
  res.json({ version: module.version })
}
