import type { Request, Response } from 'express'

export function later(req: Request, res: Response): void {
  const wait = Math.min(Number(req.query.ms), 1000)
  setTimeout(() => res.json({ waited: true }), wait)
}
