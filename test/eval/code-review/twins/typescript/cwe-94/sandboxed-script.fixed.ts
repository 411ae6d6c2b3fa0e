import vm from 'node:vm'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Body {
  formula: string
  values: Record<string, number>
}

const formulas: Record<string, (values: Record<string, number>) => number> = {
  margin: ({ price = 0, cost = 0 }) => price - cost,
}

export async function evaluateFormula(request: FastifyRequest<{ Body: Body }>, reply: FastifyReply) {
  const { formula, values } = request.body
  const result = formulas[formula]?.(values) ?? null
  return reply.send({ result })
}
