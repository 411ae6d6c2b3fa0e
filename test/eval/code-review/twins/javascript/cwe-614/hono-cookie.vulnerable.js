import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'

const app = new Hono()

app.post('/session', (c) => {
  setCookie(c, 'session_id', crypto.randomUUID(), { httpOnly: true })
  return c.body(null, 204)
})
