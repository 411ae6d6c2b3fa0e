import Koa from 'koa'

const partners = new Set(['https://a.example/', 'https://b.example/'])
const app = new Koa()

app.use(async (ctx) => {
  const partner = String(ctx.query.partner)
  ctx.redirect(partners.has(partner) ? partner : '/')
})
