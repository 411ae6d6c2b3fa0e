import type { Dice } from '../dice.ts'
import { longestText, mutateText } from '../generate/mutate-text.ts'
import { edgeLength, numberLike, shortText } from '../generate/palette.ts'

/** What XML is made of, and what has been done with it. */
export const xmlTokens: readonly string[] = [
  ['<', '>', '</', '/>', '<a>', '</a>', '<a/>', '="', "='", '"', "'", '&', '&amp;', '&#0;', '&#x41;', '&x;', ' ', '\n', 'a', 'a="b"'],
  ['<!--', '-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<?', '?>', '<!DOCTYPE a [', '<!ENTITY x "y">', ']>', '<!doctype'],
  ['<Cube>', '</Cube>', '<Cube currency="USD" rate="1"/>', '<gesmes:Envelope>', '<__proto__>', 'xmlns:a="b"', '\ufeff', '\0'],
].flat()

/** A maker of XML texts near this one. */
export function xmlNear(specimen: string): (dice: Dice) => string {
  return (dice) => {
    let text = specimen
    for (let round = dice.pick([0, 1, 1, 1, 2, 4]); round > 0; round--) text = change(dice, text)
    return text.slice(0, longestText)
  }
}

function change(dice: Dice, text: string): string {
  const tags = [...text.matchAll(/<[^>]*>/g)]
  const tag = tags.length > 0 ? dice.pick(tags) : null
  if (tag === null) return mutateText(dice, text)
  const [whole] = tag
  const replaced = (by: string) => text.slice(0, tag.index) + by + text.slice(tag.index + whole.length)
  switch (dice.below(11)) {
    case 0:
      return replaced('')
    case 1:
      return replaced(whole + whole)
    case 2:
      return replaced(whole.repeat(Math.ceil(edgeLength(dice, 65_536) / whole.length)))
    case 3:
      return replaced(dice.pick(xmlTokens))
    case 4:
      return replaced(whole + (dice.chance(0.5) ? dice.pick(xmlTokens) : shortText(dice)))
    case 5:
      return replaced(
        whole.replace(/="([^"]*)"/, (_, value: string) => `="${dice.chance(0.5) ? numberLike(dice) : mutateText(dice, value)}"`),
      )
    case 6:
      return replaced(whole.replace(/\s\S+="[^"]*"/, (attribute) => (dice.chance(0.5) ? '' : attribute + attribute)))
    case 7:
      return replaced(whole.replace(/[\w:]+/, (name) => dice.pick([name.toUpperCase(), '__proto__', 'constructor', `x:${name}`, 'a'])))
    case 8: {
      const depth = dice.pick([2, 50, 99, 100, 101, 1_000, 5_000])
      return replaced('<a>'.repeat(depth) + whole + '</a>'.repeat(dice.chance(0.8) ? depth : 0))
    }
    case 9:
      return (
        dice.pick(['<!DOCTYPE x [<!ENTITY a "&b;">]>', '<!doctype x>', '<?xml version="1.1" encoding="UTF-16"?>', '\ufeff', '<!--x-->']) +
        text
      )
    default:
      return mutateText(dice, text)
  }
}
