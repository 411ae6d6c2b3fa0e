const path = require('path')
const { randomUUID } = require('crypto')
const endings = ['.png', '.jpg', '.webp']

exports.keepPicture = (req, res) => {
  const picture = req.files.picture
  const ending = path.extname(picture.name)
  if (!endings.includes(ending)) return res.sendStatus(415)
  picture.mv('./public/' + randomUUID() + ending, () => res.sendStatus(201))
}
