const fs = require('fs/promises')
const path = require('path')
const Koa = require('koa')

const reports = path.join(__dirname, 'reports')

function locate(name) {
  return path.join(reports, `${name}.pdf`)
}

const app = new Koa()
app.use(async (ctx) => {
  const file = locate(ctx.query.report)
  ctx.type = 'application/pdf'
  ctx.body = await fs.readFile(file)
})
app.listen(8080)
