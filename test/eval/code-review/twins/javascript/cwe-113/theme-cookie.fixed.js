const Koa = require('koa')
const app = new Koa()

app.use(async (ctx) => {
  const theme = ctx.request.body.theme
  ctx.set('X-Theme', `theme=${encodeURIComponent(theme)}; Path=/`)
  ctx.status = 204
})
app.listen(3000)
