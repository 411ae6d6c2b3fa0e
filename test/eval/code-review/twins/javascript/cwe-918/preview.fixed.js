const express = require('express')
const axios = require('axios')
const app = express()

const hosts = ['images.acme.io', 'cdn.acme.io']

app.get('/preview', async (req, res) => {
  const address = req.query.url
  if (!hosts.includes(new URL(address).hostname)) return res.sendStatus(400)
  const { data } = await axios.get(address, { responseType: 'arraybuffer' })
  res.type('image/png').send(data)
})
