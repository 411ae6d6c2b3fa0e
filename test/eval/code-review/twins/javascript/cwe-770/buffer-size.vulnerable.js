const http = require('http')

http.createServer((req, res) => {
  const size = parseInt(new URL(req.url, 'http://localhost').searchParams.get('size'), 10)
  res.end(Buffer.alloc(size))
}).listen(3000)
