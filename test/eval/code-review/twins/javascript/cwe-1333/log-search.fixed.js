import Fastify from 'fastify'
import { readFile } from 'node:fs/promises'

const app = Fastify()

app.get('/logs', async (request) => {
  const text = await readFile('/var/log/app.log', 'utf8')
  const wanted = request.query.contains
  return text.split('\n').filter((line) => line.includes(wanted))
})
