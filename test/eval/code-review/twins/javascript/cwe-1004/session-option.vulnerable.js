const session = require('express-session')

const cookie = { secure: true, httpOnly: false }

module.exports = session({ secret: process.env.SECRET, resave: false, saveUninitialized: false, cookie })
