import http from 'node:http'

http.createServer((req, res) => {
  const trace = new URL(req.url, 'http://localhost').searchParams.get('trace')
  res.setHeader('X-Trace', 'trace=' + trace)
  res.end('ok')
}).listen(3000)
