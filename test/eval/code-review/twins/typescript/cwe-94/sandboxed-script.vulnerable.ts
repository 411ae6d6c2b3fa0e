import vm from 'node:vm'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Body {
  formula: string
  values: Record<string, number>
}


export async function evaluateFormula(request: FastifyRequest<{ Body: Body }>, reply: FastifyReply) {
  const { formula, values } = request.body
  const result = vm.runInNewContext(formula, values)
  return reply.send({ result })
}
