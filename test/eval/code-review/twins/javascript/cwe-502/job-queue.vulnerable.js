const funcster = require('funcster')

function revive(text) {
  return funcster.deepDeserialize(text)
}

exports.handler = async (event) => {
  const job = revive(event.body)
  return { statusCode: 200, body: String(job.id) }
}
