const libxmljs = require('libxmljs')

exports.importOrder = (req, res) => {
  const document = libxmljs.parseXml(req.body.xml, { noent: true })
  res.json({ id: document.get('//order/@id').value() })
}
