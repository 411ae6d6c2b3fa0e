import { prisma } from '@/lib/prisma'

export async function PATCH(request: Request, { params }: { params: { id: string } }) {
  const body = await request.json()
  const account = Object.assign({}, await prisma.account.findUnique({ where: { id: params.id } }), body)
  return Response.json({ id: account.id })
}
