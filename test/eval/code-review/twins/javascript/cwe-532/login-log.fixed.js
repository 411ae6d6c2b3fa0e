const express = require('express')
const app = express()
app.use(express.json())

app.post('/login', async (req, res) => {
  const { user, password } = req.body
  console.log('login attempt')
  res.json({ ok: await check(user, password) })
})
