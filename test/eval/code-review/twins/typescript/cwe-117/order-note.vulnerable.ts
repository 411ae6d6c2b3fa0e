import pino from 'pino'
import type { Request, Response } from 'express'

const logger = pino()


export function addNote(req: Request, res: Response): void {
  const { note } = req.body
  logger.info(`note added: ${note}`)
  res.status(201).end()
}
