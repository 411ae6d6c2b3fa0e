const http = require('http')

exports.handler = (event, context, callback) => {
  const { server } = event.queryStringParameters
  const options = { hostname: 'health.acme.internal', port: 80, path: '/health?of=' + encodeURIComponent(server) }
  http.get(options, (response) => callback(null, { statusCode: response.statusCode }))
}
