const express = require('express')
const cors = require('cors')

const app = express()
app.use(cors({ origin: ['https://app.acme.io'], credentials: true }))
