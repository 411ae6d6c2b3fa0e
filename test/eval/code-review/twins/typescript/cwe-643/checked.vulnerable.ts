import xpath from 'xpath'
import type { Request, Response } from 'express'
import { config } from './config.ts'

export function setting(req: Request, res: Response): void {
  const key = req.query.key as string
  const nodes = xpath.select(`/settings/entry[@key='${key}']`, config)
  res.json({ count: nodes.length })
}
