const express = require('express')
const app = express()


app.get('/', (req, res) => {
  const language = req.query.lang
  res.setHeader('X-Language', language)
  res.json({ ready: true })
})
