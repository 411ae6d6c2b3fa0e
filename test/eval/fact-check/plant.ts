import { names, passages, type Passage, type ProseLine } from './prose.ts'
import type { LabelledPair } from './read-pairs.ts'

export const plantedKinds = ['number', 'unit', 'date', 'negation', 'antonym', 'entity', 'role'] as const
export type PlantedKind = (typeof plantedKinds)[number]

/** A claim that copies a sentence of its source but for one thing. */
export interface Planted extends LabelledPair {
  readonly kind: PlantedKind
}

/** Every edit of every sentence; the source is the passage, with the next one behind it. Deterministic. */
export function plantContradictions(): readonly Planted[] {
  return passages.flatMap((passage, index) => {
    const source = sourceOf(index)
    return passage.flatMap((line) =>
      editsOf(line, passage).map(({ kind, claim }): Planted => ({ kind, claim, source, verdict: 'contradicted' })),
    )
  })
}

/** A passage with its neighbour, so that there is more to retrieve from. */
export function sourceOf(index: number): string {
  const own = passages[index] ?? []
  const next = passages[(index + 1) % passages.length] ?? []
  return [...own, ...next].map(({ sentence }) => sentence).join(' ')
}

interface Edit {
  readonly kind: PlantedKind
  readonly claim: string
}

function editsOf(line: ProseLine, passage: Passage): readonly Edit[] {
  const { sentence } = line
  const edits: Edit[] = [
    ...numberEdits(sentence),
    ...tableEdits('unit', sentence, unitSwaps),
    ...dateEdits(sentence),
    ...negationEdits(sentence),
    ...tableEdits('antonym', sentence, oppositeSwaps),
    ...entityEdits(sentence, passage),
  ]
  if (line.roles) edits.push({ kind: 'role', claim: exchangeNames(sentence) })
  return edits.filter(({ claim }) => claim !== sentence)
}

const months = 'January February March April May June July August September October November December'.split(' ')
const year = /\b(?:1[4-9]|20)\d\d\b/gu
const spelled = 'two three four five six seven eight nine ten'.split(' ')

function numberEdits(sentence: string): readonly Edit[] {
  const edits: Edit[] = []
  for (const match of sentence.matchAll(/\d[\d,]*(?:\.\d+)?/gu)) {
    const [written] = match
    const behind = sentence.slice(match.index + written.length)
    const isDate =
      /^(?:1[4-9]|20)\d\d$/u.test(written) || new RegExp(`^ (?:${months.join('|')})`, 'u').test(behind) || behind.startsWith('th century')
    if (isDate) continue
    const value = Number(written.replaceAll(',', ''))
    for (const changed of [value * 2, value > 9 ? Math.round(value * 0.7) : value + 3]) {
      const places = written.includes('.') ? 1 : 0
      const text = written.includes(',') ? changed.toLocaleString('en-US') : changed.toFixed(places)
      edits.push({ kind: 'number', claim: replaceAt(sentence, match.index, written, text) })
    }
  }
  for (const [index, word] of spelled.entries()) {
    const found = new RegExp(`\\b${word}\\b`, 'u').exec(sentence)
    if (found !== null)
      edits.push({ kind: 'number', claim: replaceAt(sentence, found.index, word, spelled[(index + 3) % spelled.length] ?? 'twenty') })
  }
  return edits
}

function dateEdits(sentence: string): readonly Edit[] {
  const edits: Edit[] = []
  for (const match of sentence.matchAll(year)) {
    const [written] = match
    edits.push({ kind: 'date', claim: replaceAt(sentence, match.index, written, String(Number(written) - 3)) })
    edits.push({ kind: 'date', claim: replaceAt(sentence, match.index, written, String(Number(written) + 14)) })
  }
  for (const [index, month] of months.entries()) {
    const found = new RegExp(`\\b${month}\\b`, 'u').exec(sentence)
    if (found === null) continue
    edits.push({ kind: 'date', claim: replaceAt(sentence, found.index, month, months[(index + 5) % 12] ?? 'May') })
    const day = new RegExp(`\\b(\\d{1,2}) ${month}\\b`, 'u').exec(sentence)
    if (day?.[1] !== undefined)
      edits.push({ kind: 'date', claim: replaceAt(sentence, day.index, day[1], String((Number(day[1]) % 28) + 1)) })
  }
  return edits
}

const auxiliaries = 'is are was were has had can must'.split(' ')
const pasts: Readonly<Record<string, string>> = {
  handled: 'handle', bought: 'buy', studied: 'study', taught: 'teach', produces: 'produce', caused: 'cause', lost: 'lose', employed: 'employ',
  sued: 'sue', ended: 'end', connects: 'connect', invaded: 'invade', reduced: 'reduce', returns: 'return', passed: 'pass', defeated: 'defeat',
  sank: 'sink', survived: 'survive', attracts: 'attract', succeeded: 'succeed', destroyed: 'destroy', lowered: 'lower', disappeared: 'disappear',
  ruled: 'rule', founded: 'found', died: 'die', closed: 'close', joined: 'join', lent: 'lend', provides: 'provide', praised: 'praise',
  influenced: 'influence', carried: 'carry', failed: 'fail', increased: 'increase',
} // prettier-ignore

function negationEdits(sentence: string): readonly Edit[] {
  const edits: Edit[] = []
  const removed = sentence
    .replace(/\b(?:does|do|did) not (\w+)/u, '$1s')
    .replace(/ not\b| no longer\b/u, '')
    .replace(/\bnever /u, '')
    .replace(/^No (\w)/u, (_, letter: string) => letter.toUpperCase())
  if (removed !== sentence) return [{ kind: 'negation', claim: removed }]
  const auxiliary = new RegExp(`\\b(?:${auxiliaries.join('|')})\\b`, 'u').exec(sentence)
  if (auxiliary !== null) {
    const end = auxiliary.index + auxiliary[0].length
    edits.push({ kind: 'negation', claim: `${sentence.slice(0, end)} not${sentence.slice(end)}` })
    if (auxiliary[0] === 'is' || auxiliary[0] === 'was')
      edits.push({ kind: 'negation', claim: `${sentence.slice(0, auxiliary.index)}${auxiliary[0]}n't${sentence.slice(end)}` })
    return edits
  }
  for (const [past, base] of Object.entries(pasts)) {
    const found = new RegExp(`\\b${past}\\b`, 'u').exec(sentence)
    if (found === null) continue
    const helper = past.endsWith('s') ? 'does not' : 'did not'
    edits.push({ kind: 'negation', claim: replaceAt(sentence, found.index, past, `${helper} ${base}`) })
    edits.push({ kind: 'negation', claim: replaceAt(sentence, found.index, past, `never ${past}`) })
    break
  }
  return edits
}

/** Pairs that exclude each other, in the forms that the prose has. */
const unitSwaps = `kilometres/miles kilometres/metres metres/feet metres/kilometres millimetres/centimetres tonnes/kilograms kilograms/grams
kilograms/pounds grams/kilograms milligrams/grams hectares/acres hours/minutes hours/days minutes/hours minutes/seconds days/weeks
weeks/months years/months years/decades percent/percentage-points million/billion million/thousand billion/million euros/dollars dollars/euros
pounds/dollars megawatts/kilowatts Celsius/Fahrenheit square-kilometres/square-miles cubic-metres/litres`
const oppositeSwaps = `north/south south/north northern/southern western/eastern eastern/western west/east increased/decreased increased/reduced
reduced/raised raised/lowered rose/fell fell/rose declined/grew lost/gained opened/closed closed/opened began/ended ended/started
bought/sold allowed/forbidden prohibited/permitted approved/rejected lowered/raised higher/lower highest/lowest longest/shortest
oldest/newest coldest/warmest first/last minor/major heavy/light free/paid safe/dangerous rarely/often most/few all/none more/fewer
more/less smaller/larger under/over before/after after/before won/lost survived/died-in defeated/lost-to succeeded/preceded praised/criticized
disliked/liked best/worst eldest/youngest steep/flat active/inactive lower/upper day/night`

function tableEdits(kind: PlantedKind, sentence: string, table: string): readonly Edit[] {
  const edits: Edit[] = []
  for (const pair of table.split(/\s+/)) {
    const [from = '', to = ''] = pair.replaceAll('-', ' ').split('/')
    const found = new RegExp(`\\b${from}\\b`, 'u').exec(sentence)
    if (found !== null) edits.push({ kind, claim: replaceAt(sentence, found.index, from, to) })
  }
  return edits
}

/** Each name becomes another one of its kind, which the passage does not have. */
function entityEdits(sentence: string, passage: Passage): readonly Edit[] {
  const whole = passage.map((line) => line.sentence).join(' ')
  const edits: Edit[] = []
  for (const [kind, list] of Object.entries(names)) {
    for (const [index, name] of list.entries()) {
      const at = sentence.indexOf(name)
      if (at < 0) continue
      const others = [...list.slice(index + 1), ...list.slice(0, index)].filter((other) => !whole.includes(other))
      const [other] =
        kind === 'organisation'
          ? others.filter((candidate) => candidate.split(' ').at(-1) === name.split(' ').at(-1)).concat(others)
          : others
      if (other !== undefined) edits.push({ kind: 'entity', claim: replaceAt(sentence, at, name, other) })
    }
  }
  return edits
}

/** Exchanges the first two names of a sentence. */
function exchangeNames(sentence: string): string {
  const all = [...names.place, ...names.person, ...names.organisation, 'Brandt', 'Adela']
  const found = all
    .map((name) => ({ name, at: sentence.indexOf(name) }))
    .filter(({ name, at }) => at >= 0 && !all.some((longer) => longer !== name && longer.includes(name) && sentence.includes(longer)))
    .sort((one, other) => one.at - other.at)
  const [one, other] = found
  if (one === undefined || other === undefined) return sentence
  return `${sentence.slice(0, one.at)}${other.name}${sentence.slice(one.at + one.name.length, other.at)}${one.name}${sentence.slice(other.at + other.name.length)}`
}

const replaceAt = (text: string, at: number, from: string, to: string) => `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
