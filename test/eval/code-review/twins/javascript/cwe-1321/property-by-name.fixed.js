const express = require('express')
const app = express()
const counts = new Map()

app.post('/votes', (req, res) => {
  const name = req.body.candidate
  counts.set(name, (counts.get(name) ?? 0) + 1)
  res.sendStatus(204)
})
