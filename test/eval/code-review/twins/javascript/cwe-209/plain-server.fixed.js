const http = require('http')

http.createServer((req, res) => {
  try {
    res.end(handle(req))
  } catch (e) {
    res.statusCode = 500
    res.end('Error')
  }
}).listen(80)
