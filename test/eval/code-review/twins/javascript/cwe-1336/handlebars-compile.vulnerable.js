import Handlebars from 'handlebars'


export function mail(req, res) {
  const template = Handlebars.compile(req.body.template)
  res.json({ text: template({ name: 'Ada' }) })
}
