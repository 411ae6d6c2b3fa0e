import type { NextFunction, Request, Response } from 'express'

export function onError(err: Error, _req: Request, res: Response, _next: NextFunction): void {
  const details = { name: err.name, trace: err.stack }
  res.status(500).json({ error: details })
}
