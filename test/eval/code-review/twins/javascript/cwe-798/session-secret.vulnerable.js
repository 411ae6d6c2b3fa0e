const express = require('express')
const session = require('express-session')

const app = express()
app.use(
  session({
    secret: 'cat-on-the-keyboard-42',
    resave: false,
    saveUninitialized: false,
    cookie: { secure: true, httpOnly: true },
  }),
)
