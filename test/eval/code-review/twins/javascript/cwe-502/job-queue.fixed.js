function revive(text) {
  return JSON.parse(text)
}

exports.handler = async (event) => {
  const job = revive(event.body)
  return { statusCode: 200, body: String(job.id) }
}
