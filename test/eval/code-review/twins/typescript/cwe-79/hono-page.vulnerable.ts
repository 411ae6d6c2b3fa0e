import { Hono } from 'hono'

const app = new Hono()

app.get('/welcome', (c) => {
  const name = c.req.query('name') ?? 'guest'
  return c.html(`<p>Welcome, ${name}!</p>`)
})

export default app
