const express = require('express')
const app = express()

const plugins = { csv: './plugins/csv.js', json: './plugins/json.js' }

app.get('/export', (req, res) => {
  const plugin = require(plugins[req.query.format] ?? plugins.json)
  plugin.run(res)
})
