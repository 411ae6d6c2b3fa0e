import type { Request, Response } from 'express'

export function later(req: Request, res: Response): void {
  const wait = Number(req.query.ms)
  setTimeout(() => res.json({ waited: true }), wait)
}
