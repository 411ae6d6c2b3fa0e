const express = require('express')
const app = express()

app.get('/login/done', (req, res) => {
  const next = new URL(req.query.next, 'https://shop.acme.io')
  res.redirect(next.origin === 'https://shop.acme.io' ? next.pathname : '/')
})
