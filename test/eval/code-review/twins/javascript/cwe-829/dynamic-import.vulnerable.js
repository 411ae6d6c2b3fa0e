export async function loadLocale(req, res) {
  const { locale } = req.query
  const messages = await import(`./locales/${locale}.js`)
  res.json(messages.default)
}
