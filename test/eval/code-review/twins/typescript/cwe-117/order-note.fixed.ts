import pino from 'pino'
import type { Request, Response } from 'express'

const logger = pino()

const oneLine = (text: string) => text.replaceAll('\n', ' ').replaceAll('\r', ' ')

export function addNote(req: Request, res: Response): void {
  const { note } = req.body
  logger.info(`note added: ${oneLine(note)}`)
  res.status(201).end()
}
