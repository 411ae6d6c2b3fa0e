const express = require('express')
const mysql = require('mysql2')

const app = express()
app.use(express.urlencoded({ extended: false }))
const connection = mysql.createConnection({ host: 'localhost', user: 'shop', password: process.env.DB_PASSWORD })

app.post('/login', (req, res) => {
  const { email, password } = req.body
  const sql = 'SELECT id FROM users WHERE email = ? AND password = ?'
  connection.query(sql, [email, password], (error, rows) => {
    if (error) return res.sendStatus(500)
    res.json({ found: rows.length > 0 })
  })
})
