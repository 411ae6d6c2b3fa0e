const http = require('node:http')

const rules = new Map([
  ['large', (order) => order.total > 1000],
  ['foreign', (order) => order.country !== 'DE'],
])

http.createServer((req, res) => {
  const rule = new URL(req.url, 'http://localhost').searchParams.get('rule')
  const matches = rules.get(rule) ?? (() => false)
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ matches: matches({ total: 20, country: 'FR' }) }))
}).listen(7000)
