import http from 'node:http'

function logVisit(path) {
  console.log(`visited ${path}`)
}

http.createServer((req, res) => {
  logVisit(decodeURIComponent(req.url))
  res.end()
}).listen(3000)
