import Fastify from 'fastify'

const app = Fastify()

app.post('/webhooks/test', async (request) => {
  const { host, path } = request.body
  const response = await fetch(`https://${host}/${path}`, { method: 'POST' })
  return { status: response.status }
})
