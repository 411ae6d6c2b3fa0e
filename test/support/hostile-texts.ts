/** A text of exactly so many UTF-16 units, made of one piece. */
const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / Math.max(1, piece.length))).slice(0, length)

/** A text of so many units from words that a function makes by their place. */
function listed(length: number, word: (place: number) => string): string {
  const words: string[] = []
  for (let size = 0, place = 0; size < length; place++) {
    const next = word(place)
    words.push(next)
    size += next.length
  }
  return words.join('').slice(0, length)
}

const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa'.split(' ')
const nested = (open: string, close: string) => (length: number) =>
  open.repeat(Math.floor(length / 2)) + close.repeat(Math.floor(length / 2))

/** Pieces that rules stumble over when they are repeated: one for each thing that some rule looks for. */
const pieces: readonly string[] = [
  'x ,X ,a,A,a b. ,a. ,Mr. ,haha,not ,no ,failed ,all ,some ,may ,be ,sells ,and sold ,than ,Ab Cd ,A B ,1 ,1,1990 ,3 May 1990 ,5 km ,$5 ',
  'one hundred and ,twenty - ,a dog sold cats; ,; ,!? ,.,",`,```a,(,[,{,{{a,<a ,%(a,#a,@,a@a.,http://,a-,a_,:)',
  'a\u0301\u0302\u0303,👩‍👩‍👧 ,漢字,王,жщ,م,\u{FDFA},\ud83d,\u200b,\0,\t, ,\n,a\n,- a\n',
]
  .flatMap((list) => list.split(','))
  .concat(',', "a'")

/** Texts that are made to be slow to read, by their names: repetitive, nested, alternating, combining, one huge word, many tiny ones. */
export const hostileTexts: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ...pieces.map((piece) => [JSON.stringify(piece), (length: number) => repeated(piece, length)] as const),
  ['nested brackets', nested('(', ')')],
  ['nested tags', nested('<b>', '</b>')],
  ['one letter with marks', (length) => `a${repeated('\u0301', length - 1)}`],
  ['blanks between two letters', (length) => `a${repeated(' ', length - 2)}a`],
  ['distinct words', (length) => listed(length, (place) => `w${place.toString(36)} `)],
  ['distinct names', (length) => listed(length, (place) => `W${place.toString(36).replaceAll(/\d/g, 'q')} `)],
  ['distinct numbers', (length) => listed(length, (place) => `${place} `)],
  [
    'sentences of few words',
    (length) => listed(length, (place) => `${words[(place * 7 + (place >> 3)) % words.length]}${place % 9 === 8 ? '. ' : ' '}`),
  ],
]

/** JSON of so many units or a little less, with one item again and again. */
const jsonOf = (open: string, item: (place: number) => string, close: string) => (length: number) =>
  `${open}${listed(Math.max(0, length - 200), (place) => `${item(place)},`).replace(/,[^,]*$/, '')}${close}`

/** Documents in JSON that are made to be slow to parse or to walk. */
export const hostileDocuments: typeof hostileTexts = [
  ['empty arrays', jsonOf('{"accepts":[', () => '[]', ']}')],
  ['objects of one shape', jsonOf('{"accepts":[', () => '{}', ']}')],
  ['objects of many shapes', jsonOf('{"accepts":[', (place) => `{"q${place}":1}`, ']}')],
  ['distinct members', jsonOf('{', (place) => `"k${place}":1`, '}')],
  ['numbers', jsonOf('{"accepts":[', () => '1', ']}')],
  ['short texts', jsonOf('{"accepts":[', () => '"a"', ']}')],
  ['escapes', (length) => `{"a":"${repeated('\\u0041', Math.floor((length - 10) / 6) * 6)}"}`],
  ['arrays sixty levels deep', jsonOf('{"accepts":[', () => '['.repeat(60) + ']'.repeat(60), ']}')],
  ['one array of all levels', (length) => `{"@context":${nested('[', ']')(length - 20)}}`],
  ['one object of all levels', (length) => `{"@context":${'{"a":'.repeat(length / 6 - 10)}1${'}'.repeat(length / 6 - 10)}}`],
]

/** What an honest caller sends, at any length. */
export const proseOf = (length: number): string =>
  repeated(
    'The Mirrow Bridge opened to traffic on 3 October 1997. It connects Hadley with the island of Penrose, which sold 31,000 cars but not many boats. ',
    length,
  )
