import type { Request, Response } from 'express'

const preferences: Record<string, Record<string, unknown>> = { mail: {}, phone: {} }

export function setPreference(req: Request, res: Response): void {
  const { section, field, value } = req.body
  preferences[section][field] = value
  res.sendStatus(204)
}
