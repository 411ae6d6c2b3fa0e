const fastify = require('fastify')()

fastify.get('/search', async (request, reply) => {
  const term = request.query.term
  request.log.info({ term }, 'search')
  return reply.send({ hits: [] })
})
