const { XMLParser } = require('fast-xml-parser')

exports.handler = async (event) => {
  const parsed = new XMLParser({ processEntities: false }).parse(event.body)
  return { statusCode: 200, body: String(parsed !== null) }
}
