const express = require('express')
const app = express()


app.get('/export', (req, res) => {
  const plugin = require('./plugins/' + req.query.format)
  plugin.run(res)
})
