import type { Request, Response } from 'express'

export function exportList(req: Request, res: Response): void {
  const title = req.body.title as string
  res.header('X-Title', title.replace(/[^a-z0-9 ]/gi, ''))
  res.type('text/csv').send('id;name\n')
}
