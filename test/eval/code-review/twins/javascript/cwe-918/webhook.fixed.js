import Fastify from 'fastify'

const app = Fastify()

app.post('/webhooks/test', async (request) => {
  const { host, path } = request.body
  const response = await fetch(`https://hooks.acme.io/${encodeURIComponent(path)}`, { method: 'POST' })
  return { status: response.status }
})
