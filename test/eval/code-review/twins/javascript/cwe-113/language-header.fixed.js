const express = require('express')
const app = express()

const languages = ['en', 'de', 'fr']

app.get('/', (req, res) => {
  const language = req.query.lang
  if (!languages.includes(language)) return res.sendStatus(400)
  res.setHeader('X-Language', language)
  res.json({ ready: true })
})
