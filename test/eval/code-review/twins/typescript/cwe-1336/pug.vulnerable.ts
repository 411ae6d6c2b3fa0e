import pug from 'pug'
import type { Request, Response } from 'express'

export function card(req: Request, res: Response): void {
  const text = String(req.query.text)
  const html = pug.render(`p ${text}`)
  res.json({ html })
}
