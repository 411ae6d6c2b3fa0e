import type { SeededRandom } from '../seeded-random.ts'
import { longestText, mutateText } from '../generate/mutate-text.ts'
import { edgeLength, numberLike, shortText } from '../generate/awkward-values.ts'

/** Pieces of XML, and known attacks with XML. */
export const xmlTokens: readonly string[] = [
  ['<', '>', '</', '/>', '<a>', '</a>', '<a/>', '="', "='", '"', "'", '&', '&amp;', '&#0;', '&#x41;', '&x;', ' ', '\n', 'a', 'a="b"'],
  ['<!--', '-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<?', '?>', '<!DOCTYPE a [', '<!ENTITY x "y">', ']>', '<!doctype'],
  ['<Cube>', '</Cube>', '<Cube currency="USD" rate="1"/>', '<gesmes:Envelope>', '<__proto__>', 'xmlns:a="b"', '\ufeff', '\0'],
].flat()

/** Makes a generator of XML texts similar to this one. */
export function xmlNear(specimen: string): (random: SeededRandom) => string {
  return (random) => {
    let text = specimen
    for (let round = random.pick([0, 1, 1, 1, 2, 4]); round > 0; round--) text = change(random, text)
    return text.slice(0, longestText)
  }
}

function change(random: SeededRandom, text: string): string {
  const tags = [...text.matchAll(/<[^>]*>/g)]
  const tag = tags.length > 0 ? random.pick(tags) : null
  if (tag === null) return mutateText(random, text)
  const [whole] = tag
  const replaced = (by: string) => text.slice(0, tag.index) + by + text.slice(tag.index + whole.length)
  switch (random.below(11)) {
    case 0:
      return replaced('')
    case 1:
      return replaced(whole + whole)
    case 2:
      return replaced(whole.repeat(Math.ceil(edgeLength(random, 65_536) / whole.length)))
    case 3:
      return replaced(random.pick(xmlTokens))
    case 4:
      return replaced(whole + (random.chance(0.5) ? random.pick(xmlTokens) : shortText(random)))
    case 5:
      return replaced(
        whole.replace(/="([^"]*)"/, (_, value: string) => `="${random.chance(0.5) ? numberLike(random) : mutateText(random, value)}"`),
      )
    case 6:
      return replaced(whole.replace(/\s\S+="[^"]*"/, (attribute) => (random.chance(0.5) ? '' : attribute + attribute)))
    case 7:
      return replaced(whole.replace(/[\w:]+/, (name) => random.pick([name.toUpperCase(), '__proto__', 'constructor', `x:${name}`, 'a'])))
    case 8: {
      const depth = random.pick([2, 50, 99, 100, 101, 1_000, 5_000])
      return replaced('<a>'.repeat(depth) + whole + '</a>'.repeat(random.chance(0.8) ? depth : 0))
    }
    case 9:
      return (
        random.pick(['<!DOCTYPE x [<!ENTITY a "&b;">]>', '<!doctype x>', '<?xml version="1.1" encoding="UTF-16"?>', '\ufeff', '<!--x-->']) +
        text
      )
    default:
      return mutateText(random, text)
  }
}
