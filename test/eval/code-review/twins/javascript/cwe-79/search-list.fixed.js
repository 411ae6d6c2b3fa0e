const http = require('http')
const url = require('url')

const products = ['lamp', 'table', 'chair']

function clean(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function renderPage(term, hits) {
  const items = hits.map((hit) => `<li>${hit}</li>`)
  return `<p>Results for ${clean(term)}</p><ul>${items.join('')}</ul>`
}

http.createServer((request, response) => {
  const { term } = url.parse(request.url, true).query
  const hits = products.filter((product) => product.includes(term))
  response.setHeader('Content-Type', 'text/html')
  response.end(renderPage(term, hits))
}).listen(8000)
