const express = require('express')
const app = express()
const names = ['Ada', 'Grace', 'Linus']

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

app.get('/names', (req, res) => {
  const pattern = new RegExp(escapeRegExp(req.query.filter), 'i')
  res.json(names.filter((name) => pattern.test(name)))
})
