import { parseXml } from 'libxmljs2'
import type { Request, Response } from 'express'

function read(xml: string) {
  return parseXml(xml, { noent: true })
}

export function upload(req: Request, res: Response): void {
  const root = read(String(req.body)).root()
  res.json({ root: root?.name() })
}
