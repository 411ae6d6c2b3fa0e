const express = require('express')
const { exec } = require('child_process')

const app = express()

app.get('/ping', (req, res) => {
  const host = req.query.host
  exec('ping -c 1 ' + host, (error, stdout) => {
    if (error) return res.status(502).json({ ok: false })
    res.json({ ok: true, output: stdout })
  })
})
app.listen(3000)
