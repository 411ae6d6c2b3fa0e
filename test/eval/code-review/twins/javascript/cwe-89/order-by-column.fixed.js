import pg from 'pg'
import Koa from 'koa'

const pool = new pg.Pool()
const app = new Koa()
const columns = { name: 'name', price: 'price', added: 'added_at' }

app.use(async (ctx) => {
  const column = columns[ctx.query.sort] ?? 'name'
  const { rows } = await pool.query(`SELECT * FROM products ORDER BY ${column} LIMIT 50`)
  ctx.body = { rows }
})
app.listen(3000)
