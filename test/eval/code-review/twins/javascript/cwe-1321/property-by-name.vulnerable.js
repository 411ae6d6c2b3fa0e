const express = require('express')
const app = express()
const counts = {}

app.post('/votes', (req, res) => {
  const name = req.body.candidate
  counts[name] = (counts[name] ?? 0) + 1
  res.sendStatus(204)
})
