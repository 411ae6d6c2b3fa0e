const express = require('express')
const app = express()

app.use((err, req, res, next) => {
  console.error(err.stack)
  res.status(500).json({ message: err.message, stack: err.stack })
})
