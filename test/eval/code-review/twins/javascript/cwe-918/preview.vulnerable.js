const express = require('express')
const axios = require('axios')
const app = express()


app.get('/preview', async (req, res) => {
  const address = req.query.url
  const { data } = await axios.get(address, { responseType: 'arraybuffer' })
  res.type('image/png').send(data)
})
