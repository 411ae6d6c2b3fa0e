const express = require('express')
const app = express()

app.get('/report', async (req, res) => {
  try {
    res.json(await buildReport())
  } catch (error) {
    console.error(error)
    res.status(500).send('The report could not be made.')
  }
})
