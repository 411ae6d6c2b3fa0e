const http = require('http')

exports.handler = (event, context, callback) => {
  const { server } = event.queryStringParameters
  const options = { hostname: server, port: 80, path: '/health' }
  http.get(options, (response) => callback(null, { statusCode: response.statusCode }))
}
