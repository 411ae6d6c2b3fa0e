const express = require('express')
const serialize = require('node-serialize')
const app = express()
app.use(require('cookie-parser')())

app.get('/', (req, res) => {
  const text = Buffer.from(req.cookies.profile, 'base64').toString()
  const profile = serialize.unserialize(text)
  res.json({ name: String(profile.name) })
})
