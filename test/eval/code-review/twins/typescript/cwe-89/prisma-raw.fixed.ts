import { PrismaClient } from '@prisma/client'
import type { Request, Response } from 'express'

const prisma = new PrismaClient()

export async function findInvoices(req: Request, res: Response) {
  const customer = String(req.query.customer)
  const rows = await prisma.$queryRaw`SELECT * FROM "Invoice" WHERE customer = ${customer}`
  res.json(rows)
}
