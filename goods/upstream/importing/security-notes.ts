import { isObject, type Json } from './json.ts'

/** What to add to the file so that the API takes its requests: a document says where a key goes, and not which one. */
export function securityNotes(document: Json): string[] {
  const components = isObject(document['components']) ? document['components'] : {}
  const schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {}
  const lines = Object.entries(schemes).flatMap(([name, scheme]) => {
    if (!isObject(scheme)) return []
    const secret = `\${UPSTREAM_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`
    if (scheme['type'] === 'http' && /^bearer$/i.test(String(scheme['scheme']))) return [`headers: { Authorization: 'Bearer ${secret}' }`]
    if (scheme['type'] === 'http') return [`headers: { Authorization: '${String(scheme['scheme'])} ${secret}' }`]
    if (scheme['type'] === 'oauth2' || scheme['type'] === 'openIdConnect') return [`headers: { Authorization: 'Bearer ${secret}' }`]
    if (scheme['type'] === 'apiKey' && scheme['in'] === 'header') return [`headers: { ${String(scheme['name'])}: '${secret}' }`]
    if (scheme['type'] === 'apiKey' && scheme['in'] === 'query') return [`query: { ${String(scheme['name'])}: '${secret}' }`]
    return []
  })
  const [first] = [...new Set(lines)]
  return first === undefined ? [] : [`The API may want a key. Add it below its upstream: ${first}`]
}
