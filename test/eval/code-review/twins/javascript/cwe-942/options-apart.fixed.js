import { Hono } from 'hono'
import { cors } from 'hono/cors'

const app = new Hono()
const options = { origin: 'https://app.acme.io', credentials: true }
app.use('/api/*', cors(options))
export default app
