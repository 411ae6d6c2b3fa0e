const session = require('express-session')

const cookie = { secure: true, httpOnly: true }

module.exports = session({ secret: process.env.SECRET, resave: false, saveUninitialized: false, cookie })
