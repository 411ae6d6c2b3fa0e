import { execSync } from 'node:child_process'
import Fastify from 'fastify'

const fastify = Fastify({ logger: true })

fastify.post('/thumbnail', async (request, reply) => {
  const { image, width } = request.body
  execSync(`convert ${image} -resize ${width} /tmp/out.png`)
  return reply.send({ done: true })
})

await fastify.listen({ port: 3000 })
