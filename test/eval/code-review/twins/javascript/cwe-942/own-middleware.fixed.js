const origins = new Set(['https://app.acme.io', 'https://admin.acme.io'])

module.exports = (req, res, next) => {
  if (origins.has(req.headers.origin)) res.setHeader('Access-Control-Allow-Origin', req.headers.origin)
  res.setHeader('Access-Control-Allow-Credentials', 'true')
  next()
}
