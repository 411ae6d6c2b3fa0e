import type { Request, Response } from 'express'
import { Product } from './product.ts'

export async function search(req: Request, res: Response): Promise<void> {
  const term = String(req.query.q).replace(/[^\w ]/g, '')
  const hits = await Product.find({ name: new RegExp(term, 'i') })
  res.json(hits)
}
