import { Hono } from 'hono'
import { html } from 'hono/html'

const app = new Hono()

app.get('/welcome', (c) => {
  const name = c.req.query('name') ?? 'guest'
  return c.html(html`<p>Welcome, ${name}!</p>`)
})

export default app
