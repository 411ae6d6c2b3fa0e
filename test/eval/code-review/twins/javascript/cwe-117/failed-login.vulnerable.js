const express = require('express')
const winston = require('winston')

const logger = winston.createLogger({ transports: [new winston.transports.Console()] })
const app = express()
app.use(express.json())

app.post('/login', (req, res) => {
  logger.warn('failed login of ' + req.body.user)
  res.sendStatus(401)
})
