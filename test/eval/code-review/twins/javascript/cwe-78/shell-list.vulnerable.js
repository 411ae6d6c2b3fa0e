import { spawn } from 'child_process'
import http from 'http'

const allowed = ['main', 'develop', 'release']

http.createServer((req, res) => {
  const branch = new URL(req.url, 'http://localhost').searchParams.get('branch')
  const child = spawn('sh', ['-c', `git checkout ${branch} && npm run build`])
  child.on('exit', (code) => {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify({ code }))
  })
}).listen(9000)
