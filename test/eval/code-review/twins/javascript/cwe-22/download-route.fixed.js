import express from 'express'
import { createReadStream } from 'node:fs'
import path from 'node:path'

const app = express()
const root = path.resolve('storage')

app.get('/files/:name', (req, res) => {
  const file = path.resolve(root, req.params.name)
  if (!file.startsWith(root + path.sep)) return res.status(404).end()
  createReadStream(file).pipe(res)
})
app.listen(3000)
