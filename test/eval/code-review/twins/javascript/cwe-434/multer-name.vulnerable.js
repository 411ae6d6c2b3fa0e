const multer = require('multer')
const fs = require('fs')
const upload = multer({ dest: 'incoming/' })

module.exports = (app) => {
  app.post('/photos', upload.single('photo'), (req, res) => {
    fs.renameSync(req.file.path, 'public/photos/' + req.file.originalname)
    res.sendStatus(201)
  })
}
