/**
 * Whether an Accept header asks for a document of this type: it names the type or its kind (`image/*`), not excluded by
 * `q=0`, and does not prefer JSON. RFC 9110, section 12.5.1; a range of all types means that the caller takes JSON.
 * @param instead the type that is sent otherwise
 */
export function documentTypeAsked(accept: string | null, type: string, instead = 'application/json'): boolean {
  if (accept === null || accept.length > maxLength) return false
  const ranges = accept.split(',').map(readRange)
  const qualityOf = (name: string) => ranges.find((range) => range.name === name)?.quality
  const asked = qualityOf(type) ?? qualityOf(`${type.slice(0, type.indexOf('/'))}/*`) ?? 0
  return asked > 0 && asked >= (qualityOf(instead) ?? 0)
}

const maxLength = 1_000

function readRange(range: string): { readonly name: string; readonly quality: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
  if (given === undefined) return { name, quality: 1 }
  return { name, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0 }
}
