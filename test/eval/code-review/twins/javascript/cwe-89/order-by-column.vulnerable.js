import pg from 'pg'
import Koa from 'koa'

const pool = new pg.Pool()
const app = new Koa()

app.use(async (ctx) => {
  const column = ctx.query.sort
  const { rows } = await pool.query(`SELECT * FROM products ORDER BY ${column} LIMIT 50`)
  ctx.body = { rows }
})
app.listen(3000)
