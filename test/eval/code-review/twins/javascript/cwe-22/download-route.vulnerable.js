import express from 'express'
import { createReadStream } from 'node:fs'
import path from 'node:path'

const app = express()
const root = path.resolve('storage')

app.get('/files/:name', (req, res) => {
  const file = path.join(root, req.params.name)
  createReadStream(file).pipe(res)
})
app.listen(3000)
