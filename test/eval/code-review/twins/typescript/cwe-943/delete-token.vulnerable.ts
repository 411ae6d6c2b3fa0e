import type { Request, Response } from 'express'
import { Token } from './token.ts'

export async function revoke(req: Request, res: Response): Promise<void> {
  await Token.deleteMany({ value: req.body.token })
  res.sendStatus(204)
}
