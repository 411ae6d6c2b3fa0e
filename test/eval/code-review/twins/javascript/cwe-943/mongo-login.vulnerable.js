const express = require('express')
const { MongoClient } = require('mongodb')

const app = express()
app.use(express.json())
const users = new MongoClient(process.env.MONGO_URL).db('shop').collection('users')

app.post('/login', async (req, res) => {
  const user = await users.findOne({ name: req.body.name, pin: req.body.pin })
  res.json({ ok: user !== null })
})
