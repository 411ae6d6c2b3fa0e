const http = require('http')

const targets = { home: '/', help: '/help' }

http.createServer((req, res) => {
  const to = new URL(req.url, 'http://localhost').searchParams.get('to')
  res.writeHead(302, { Location: targets[to] ?? '/' })
  res.end()
}).listen(3000)
