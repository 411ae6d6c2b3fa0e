import { Problem } from '../../../src/goods/door.ts'

const expected = 'an address such as https://example.com, or example.com'

/** The address at which a scan starts; a host alone is taken by https. @throws Problem `invalid_input` */
export function startOf(text: string): URL {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.parse(withScheme)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  if (!isWeb) throw new Problem('invalid_input', 'This is not the address of a site.', { field: 'query.url', expected })
  return url
}
