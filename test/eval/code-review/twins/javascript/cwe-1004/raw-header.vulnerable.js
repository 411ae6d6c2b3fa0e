const http = require('http')

http.createServer((req, res) => {
  const id = createSession()
  res.setHeader('Set-Cookie', 'session=' + id + '; Secure; Path=/')
  res.end()
}).listen(443)
