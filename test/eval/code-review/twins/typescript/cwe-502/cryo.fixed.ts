import type { FastifyReply, FastifyRequest } from 'fastify'

export async function restore(request: FastifyRequest<{ Body: { state: string } }>, reply: FastifyReply) {
  const state = JSON.parse(request.body.state)
  return reply.send({ items: state.items.length })
}
