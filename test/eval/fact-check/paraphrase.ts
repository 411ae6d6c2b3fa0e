import { passages } from './prose.ts'
import { sourceOf } from './plant.ts'
import type { LabelledPair } from './read-pairs.ts'

/** A claim that says what a sentence of its source says, in other words. */
export interface Paraphrase extends LabelledPair {
  /** `written` by a person, or the rule that made it. */
  readonly kind: string
}

/** The named set of faithful paraphrases: those beside the prose, and those of rules that keep the meaning. Deterministic. */
export function faithfulParaphrases(): readonly Paraphrase[] {
  return passages.flatMap((passage, index) => {
    const source = sourceOf(index)
    return passage.flatMap(({ sentence, paraphrases }) => [
      ...paraphrases.map((claim): Paraphrase => ({ kind: 'written', claim, source, verdict: 'supported' })),
      ...rules.flatMap(([kind, rewrite]): readonly Paraphrase[] => {
        const claim = rewrite(sentence)
        return claim === sentence ? [] : [{ kind, claim, source, verdict: 'supported' }]
      }),
    ])
  })
}

const monthNames = 'January February March April May June July August September October November December'
const date = new RegExp(`\\b(\\d{1,2}) (${monthNames.replaceAll(' ', '|')}) (\\d{4})\\b`, 'u')
const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const synonyms: readonly (readonly [string, string])[] = [
  ['completed', 'finished'], ['began', 'started'], ['founded', 'established'], ['rose', 'increased'], ['declined', 'decreased'],
  ['bought', 'acquired'], ['about', 'approximately'], ['defeated', 'beat'], ['main', 'principal'], ['prohibited', 'forbidden'],
  ['allowed', 'permitted'], ['reduced', 'cut'], ['fell', 'dropped'], ['connects', 'links'], ['company', 'firm'], ['rescued', 'saved'],
  ['employed', 'had'], ['ended', 'concluded'], ['provides', 'supplies'], ['discovered', 'found'], ['awarded', 'given'], ['receive', 'get'],
  ['concluded', 'decided'], ['produces', 'generates'], ['smaller', 'less large'], ['attracts', 'draws'], ['raised', 'increased'],
  ['carried', 'transported'], ['minor', 'small'], ['rarely', 'seldom'], ['every', 'each'], ['returns', 'comes back'],
] // prettier-ignore
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bkilometres\b/u, 'km'],
  [/(\d) metres\b/u, '$1 m'],
  [/\bmillimetres\b/u, 'mm'],
  [/\bkilograms\b/u, 'kg'],
  [/\bmegawatts\b/u, 'MW'],
  [/\bsquare kilometres\b/u, 'km²'],
]
const imperial: readonly (readonly [RegExp, number, string])[] = [
  [/(\d[\d,]*) kilometres\b/u, 0.621371, 'miles'],
  [/(\d[\d,]*) metres\b/u, 3.28084, 'feet'],
  [/(\d[\d,]*) kilograms\b/u, 2.20462, 'pounds'],
]

type Rule = readonly [kind: string, rewrite: (sentence: string) => string]

const rules: readonly Rule[] = [
  ['month first', (sentence) => sentence.replace(date, '$2 $1, $3')],
  [
    'day with ending',
    (sentence) =>
      sentence.replace(date, (_, day: string, month: string, year: string) => `${day}${endingOf(Number(day))} of ${month} ${year}`),
  ],
  ['percent sign', (sentence) => sentence.replace(/(\d) percent/u, '$1%')],
  [
    'number in words',
    (sentence) =>
      sentence.replace(
        /(?<![.,]|\d )\b([2-9]|1[0-2])\b(?! (?:[A-Z]|percent)|[,.]\d)/u,
        (digits: string) => numerals[Number(digits)] ?? digits,
      ),
  ],
  [
    'number in digits',
    (sentence) => sentence.replace(new RegExp(`\\b(?:${numerals.slice(2).join('|')})\\b`, 'u'), (word) => String(numerals.indexOf(word))),
  ],
  [
    'million in digits',
    (sentence) =>
      sentence.replace(/\b(\d+(?:\.\d+)?) million\b/u, (_, digits: string) => Math.round(Number(digits) * 1e6).toLocaleString('en-US')),
  ],
  ['thousands in words', (sentence) => sentence.replace(/\b(\d+),000\b/u, '$1 thousand')],
  [
    'unit in short',
    (sentence) => abbreviations.reduce((text, [long, short]) => (text === sentence ? text.replace(long, short) : text), sentence),
  ],
  ['unit converted', converted],
  [
    'adjunct first',
    (sentence) =>
      sentence.replace(
        /^(The |[A-Z])(.+) ((?:in|on|after|since) (?:the )?[\w ]*\d{4}|during [\w ]+|after the \w+)\.$/u,
        (_, first: string, rest: string, adjunct: string) =>
          `${adjunct[0]?.toUpperCase()}${adjunct.slice(1)}, ${first === 'The ' ? 'the ' : first}${rest}.`,
      ),
  ],
  ['adjunct dropped', (sentence) => sentence.replace(/ (?:in|on) (?:\d{1,2} )?(?:[A-Z][a-z]+ )?\d{4}\.$/u, '.')],
  ['contraction', (sentence) => sentence.replace(/\b(was|is|does) not\b/u, "$1n't")],
  [
    'synonym',
    (sentence) =>
      synonyms.reduce(
        (text, [word, other]) => (text === sentence ? text.replace(new RegExp(`\\b${word}\\b`, 'u'), other) : text),
        sentence,
      ),
  ],
  [
    'reported',
    (sentence) =>
      `It is a fact that ${/^(?:The|It|Its|She|Her|Most|All|In|On|Of|Females|Farmers|Teachers|Parents|Critics|Trains|School|Shares|Only|No|A|An|Heavy|Fishing|Production|Contact|Construction|Average)\b/u.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence}`,
  ],
]

function converted(sentence: string): string {
  for (const [pattern, factor, unit] of imperial) {
    const match = pattern.exec(sentence)
    if (match?.[1] === undefined || /(?:square|cubic) $/u.test(sentence.slice(0, match.index))) continue
    const value = Number(match[1].replaceAll(',', '')) * factor
    const text = value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1)
    return sentence.replace(pattern, `${text} ${unit}`)
  }
  return sentence
}

const endingOf = (day: number) =>
  day === 1 || day === 21 || day === 31 ? 'st' : day === 2 || day === 22 ? 'nd' : day === 3 || day === 23 ? 'rd' : 'th'
