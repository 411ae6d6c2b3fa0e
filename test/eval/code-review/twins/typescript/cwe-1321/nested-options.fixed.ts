import type { Request, Response } from 'express'

const preferences: Record<string, Record<string, unknown>> = { mail: {}, phone: {} }
const sections = ['mail', 'phone']
const fields = ['enabled', 'hour']

export function setPreference(req: Request, res: Response): void {
  const { section, field, value } = req.body
  if (!sections.includes(section) || !fields.includes(field)) {
    res.sendStatus(400)
    return
  }
  preferences[section][field] = value
  res.sendStatus(204)
}
