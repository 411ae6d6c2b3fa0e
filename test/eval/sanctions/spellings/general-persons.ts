import type { Variant } from './rules.ts'
import { seeded } from './seeded.ts'
import { typingErrors } from './typing-errors.ts'

/** Words that belong to the next one: `abu`, `bin`, `van` and the like. */
const particle =
  /^(?:a[bl]|abd|abdul|abdel|abdur|abdus|na|abdal|abu|bin|ben|bint|ibn|umm|el|ul|ur|al|an|as|ar|ould|van|von|zu|de|da|do|dos|das|del|della|di|la|le|den|der|du|haji|hajji|mullah|e|o)$/u

/** The parts of a name that people leave out or move as a whole. */
function partsOf(name: string): string[] {
  const parts: string[] = []
  let open = ''
  for (const word of name.split(' ')) {
    open = open === '' ? word : `${open} ${word}`
    if (particle.test(word.replace(/['‘’]/gu, ''))) continue
    parts.push(open)
    open = ''
  }
  if (open !== '') parts.push(open)
  return parts
}

const titles: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['Sheikh', 'Haji', 'Dr.', 'Gen.', 'Shaykh', 'Col.'],
  'Dari and Pashto': ['Haji', 'Mullah', 'Mawlawi', 'Dr.', 'Gen.', 'Eng.'],
  Urdu: ['Maulana', 'Haji', 'Hafiz', 'Dr.', 'Mr.'],
}
/** Names of these languages are not known by their last word. */
const noFamilyNames: ReadonlySet<string> = new Set(['Dari and Pashto', 'Urdu', 'Indonesian'])
const usualTitles: readonly string[] = ['Mr.', 'Dr.', 'Gen.', 'Colonel', 'Prof.']

/** Spellings that do not depend on the language, of a name in lower case. */
export function generalSpellings(name: string, language: string, hasFamilyNameLast: boolean): Variant[] {
  const random = seeded(`general ${name}`)
  const parts = partsOf(name)
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const variants: Variant[] = [
    { kind: 'title before it', text: `${random.pick(titles[language] ?? usualTitles)} ${name}` },
    { kind: 'upper case', text: name.toUpperCase() },
    ...typingErrors(name, random),
    ...readErrors(name),
    { kind: 'space put into a word', text: name.replace(/(?<=\p{L}{4})(?=\p{L}{4})/u, ' ') },
  ]
  if (parts.length < 2) return variants
  const middle = parts.slice(1, -1)
  variants.push(
    hasFamilyNameLast
      ? { kind: 'family name first, with a comma', text: `${last}, ${parts.slice(0, -1).join(' ')}` }
      : { kind: 'family name last', text: `${parts.slice(1).join(' ')} ${first}` },
    {
      kind: 'order turned around',
      text: hasFamilyNameLast ? `${last} ${parts.slice(0, -1).join(' ')}` : `${parts.slice(1).join(' ')}, ${first}`,
    },
    { kind: 'space left out', text: joinedAt(name, random.below(parts.length - 1)) },
    { kind: 'hyphen for a space', text: name.replace(' ', '-') },
    { kind: 'hyphens left out', text: name.replaceAll('-', ' ') },
  )
  if (middle.length > 0 && hasFamilyNameLast) {
    const left = random.below(middle.length)
    variants.push(
      { kind: 'a middle name left out', text: [first, ...middle.filter((_, place) => place !== left), last].join(' ') },
      { kind: 'middle names as initials', text: [first, ...middle.map((part) => `${initialOf(part)}.`), last].join(' ') },
      { kind: 'first name as an initial', text: [`${initialOf(first)}.`, ...middle, last].join(' ') },
    )
  }
  if (parts.length > 3 && hasFamilyNameLast && !noFamilyNames.has(language)) {
    variants.push({ kind: 'first, second and last name', text: [first, middle[0] ?? '', last].join(' ') })
  }
  return variants
}

function initialOf(part: string): string {
  return part.replace(/^['‘’]|^(?:al|el)[- ]/gu, '').charAt(0)
}

function joinedAt(name: string, place: number): string {
  let seen = 0
  return name.replace(/ /gu, (space) => (seen++ === place ? '' : space))
}

/** Errors of a machine that reads scanned pages. */
function readErrors(name: string): Variant[] {
  const kind = 'read by a machine'
  return [
    { kind: `${kind}: m as rn`, text: name.replace(/(?<=\p{L})m/u, 'rn') },
    { kind: `${kind}: rn as m`, text: name.replace('rn', 'm') },
    { kind: `${kind}: o as 0`, text: name.replace('o', '0') },
    { kind: `${kind}: l as 1`, text: name.replace(/(?<=\p{L})l/u, '1') },
    { kind: `${kind}: i as l`, text: name.replace(/(?<=\p{L})i/u, 'l') },
    { kind: `${kind}: h as li`, text: name.replace(/(?<=\p{L})h/u, 'li') },
  ]
}
