const express = require('express')
const app = express()
app.use(express.json({ limit: '200kb' }))
app.post('/events', (req, res) => res.sendStatus(202))
