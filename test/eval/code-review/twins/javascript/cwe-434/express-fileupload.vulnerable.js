const path = require('path')
const { randomUUID } = require('crypto')

exports.keepPicture = (req, res) => {
  const picture = req.files.picture
  picture.mv('./public/' + picture.name, () => res.sendStatus(201))
}
