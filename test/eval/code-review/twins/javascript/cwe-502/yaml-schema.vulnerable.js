import yaml from 'js-yaml'

export function importSettings(req, res) {
  const settings = yaml.load(req.body.document, { schema: yaml.DEFAULT_FULL_SCHEMA })
  res.json({ keys: Object.keys(settings) })
}
