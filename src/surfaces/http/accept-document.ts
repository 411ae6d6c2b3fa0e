import { readWeightedNames } from '../../shared/weighted-names.ts'

/**
 * Whether an Accept header asks for a document of this type: it names the type or its kind (`image/*`), not excluded by
 * `q=0`, and does not prefer JSON. RFC 9110, section 12.5.1; a range of all types means that the caller takes JSON.
 * @param instead the type that is sent otherwise
 */
export function documentTypeAsked(accept: string | null, type: string, instead = 'application/json'): boolean {
  if (accept === null || accept.length > maxLength) return false
  const ranges = readWeightedNames(accept)
  const qualityOf = (name: string) => {
    const range = ranges.find((one) => one.name === name)
    return range && (range.weight ?? 0)
  }
  const asked = qualityOf(type) ?? qualityOf(`${type.slice(0, type.indexOf('/'))}/*`) ?? 0
  return asked > 0 && asked >= (qualityOf(instead) ?? 0)
}

const maxLength = 1_000
