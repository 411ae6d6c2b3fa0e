import { createWriteStream } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'

export function keepAttachment(req: Request, res: Response): void {
  const attachment = req.file!
  const name = `${randomUUID()}.bin`
  createWriteStream(`static/attachments/${name}`).end(attachment.buffer)
  res.status(201).json({ kept: true })
}
