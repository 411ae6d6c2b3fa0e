const locales = ['en', 'de']

export async function loadLocale(req, res) {
  const { locale } = req.query
  if (!locales.includes(locale)) return res.sendStatus(404)
  const messages = await import(`./locales/${locale}.js`)
  res.json(messages.default)
}
