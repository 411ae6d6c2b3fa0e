import Handlebars from 'handlebars'

const templates = { short: 'Thanks, {{name}}', long: 'Thank you very much, {{name}}' }

export function mail(req, res) {
  const template = Handlebars.compile(templates[req.body.template] ?? templates.short)
  res.json({ text: template({ name: 'Ada' }) })
}
