const multer = require('multer')
const { randomUUID } = require('crypto')
const fs = require('fs')
const upload = multer({ dest: 'incoming/' })

module.exports = (app) => {
  app.post('/photos', upload.single('photo'), (req, res) => {
    fs.renameSync(req.file.path, `public/photos/${randomUUID()}.jpg`)
    res.sendStatus(201)
  })
}
