const express = require('express')
const app = express()

const operations = { add: (a, b) => a + b, multiply: (a, b) => a * b }

app.get('/calculate', (req, res) => {
  const operation = operations[req.query.operation]
  if (typeof operation !== 'function') return res.sendStatus(400)
  const result = operation(Number(req.query.a), Number(req.query.b))
  res.json({ result })
})
