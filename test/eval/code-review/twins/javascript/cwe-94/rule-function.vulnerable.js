const http = require('node:http')

function compile(rule) {
  return new Function('order', 'return ' + rule)
}

http.createServer((req, res) => {
  const rule = new URL(req.url, 'http://localhost').searchParams.get('rule')
  const matches = compile(rule)
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ matches: matches({ total: 20, country: 'FR' }) }))
}).listen(7000)
