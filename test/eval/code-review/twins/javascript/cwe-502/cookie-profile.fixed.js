const express = require('express')
const app = express()
app.use(require('cookie-parser')())

app.get('/', (req, res) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString()
  const profile = JSON.parse(text)
  res.json({ name: String(profile.name) })
})
