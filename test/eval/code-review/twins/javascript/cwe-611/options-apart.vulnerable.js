import libxml from 'libxmljs2'
import express from 'express'

const options = { noent: true, noblanks: true }
const app = express()
app.use(express.text({ type: 'application/xml' }))

app.post('/feed', (req, res) => {
  const feed = libxml.parseXml(req.body, options)
  res.json({ title: feed.get('//title').text() })
})
