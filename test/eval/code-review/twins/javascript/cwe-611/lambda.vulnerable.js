const libxml = require('libxmljs')

exports.handler = async (event) => {
  const parsed = libxml.parseXmlString(event.body, { replaceEntities: true, dtdload: true })
  return { statusCode: 200, body: String(parsed !== null) }
}
