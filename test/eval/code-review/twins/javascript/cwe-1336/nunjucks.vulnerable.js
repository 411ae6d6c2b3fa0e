const nunjucks = require('nunjucks')
nunjucks.configure({ autoescape: true })

function render(title) {
  return nunjucks.renderString(`<h1>${title}</h1>`)
}

module.exports = async (ctx) => {
  const title = ctx.query.title
  ctx.state.heading = render(title)
}
