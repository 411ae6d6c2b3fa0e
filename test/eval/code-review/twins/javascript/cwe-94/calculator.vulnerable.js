const express = require('express')
const app = express()


app.get('/calculate', (req, res) => {
  const result = eval(req.query.expression)
  res.json({ result })
})
