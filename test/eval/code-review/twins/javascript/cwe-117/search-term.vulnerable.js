const fastify = require('fastify')()

fastify.get('/search', async (request, reply) => {
  const term = request.query.term
  request.log.info('search for ' + term)
  return reply.send({ hits: [] })
})
