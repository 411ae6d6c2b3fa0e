const express = require('express')
const app = express()
const names = ['Ada', 'Grace', 'Linus']


app.get('/names', (req, res) => {
  const pattern = new RegExp(req.query.filter, 'i')
  res.json(names.filter((name) => pattern.test(name)))
})
