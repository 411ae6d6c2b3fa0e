/** The kinds of numbers by which lists identify their entries. */
export const identifierKinds = [
  'imo',
  'mmsi',
  'call_sign',
  'aircraft',
  'passport',
  'national_id',
  'tax_number',
  'register_number',
  'bic',
  'lei',
  'account',
  'email',
  'phone',
  'website',
  'other',
] as const

export type IdentifierKind = (typeof identifierKinds)[number]

/** Numbers of these kinds are often confused: a register's number is called a tax number, an identity card a passport. */
const documents: ReadonlySet<IdentifierKind> = new Set(['passport', 'national_id', 'tax_number', 'register_number', 'other'])

/** Whether two kinds may be names for one number. */
export function areAlike(one: IdentifierKind, other: IdentifierKind): boolean {
  return one === other || (documents.has(one) && documents.has(other))
}

const words = (text: string) => text.split(' ')

/** Words that introduce a number, by the kind that they mean, in lower case without marks. What says the most comes first. */
const introductions: readonly (readonly [IdentifierKind, readonly string[]])[] = [
  ['imo', words('imo')],
  ['mmsi', words('mmsi')],
  ['call_sign', words('callsign')],
  ['aircraft', words('tail msn aircraft icao24 airframe')],
  [
    'passport',
    words('passport passports passeport pasaporte passaporto passaporte reisepass paspoort pasaport paszport паспорт загранпаспорт'),
  ],
  ['lei', words('lei')],
  ['bic', words('bic swift swift/bic bic/swift swiftbic bik бик')],
  ['account', words('iban account acct')],
  [
    'tax_number',
    words(
      'tax tin inn инн vat ein fein nif cif ruc rif rfc nit cuit cuil nuit npwp trn gstin fiscal fiscale steuernummer ustid ustidnr ust-id ust-idnr vat-id partita taxpayer',
    ),
  ],
  [
    'register_number',
    words(
      'registration registered register registry reg ogrn огрн ogrnip огрнип kpp кпп okpo окпо crn hrb hrb. hra uscc siren siret uen krs regon ico cvr duns d-u-n-s matricula incorporation license licence enterprise handelsregister',
    ),
  ],
  [
    'national_id',
    words(
      'ssn dni nie curp cedula tazkira pesel cnp egn cnic nik nin personalausweis cpf aadhaar snils снилс identity identification identifier travel residency',
    ),
  ],
  ['email', words('email e-mail mail')],
  ['phone', words('phone telephone tel mobile fax')],
  ['website', words('website web url')],
]

const byWord = new Map(introductions.flatMap(([kind, all]) => all.map((word) => [word, kind] as const)))

/** Words that say what sort of number it is only together with a word for number. */
const halfSaid: ReadonlyMap<string, IdentifierKind> = new Map([
  ...words('company business commercial trade chamber entity').map((word) => [word, 'register_number'] as const),
  ...words('national personal id identity').map((word) => [word, 'national_id'] as const),
  ...words('call').map((word) => [word, 'call_sign'] as const),
  ...words('vessel ship').map((word) => [word, 'imo'] as const),
  ...words('serial').map((word) => [word, 'other'] as const),
])

const forNumber = new Set(
  words('no nr num number numbers numero no. nr. n n° nº № # card document code id is номер sign permit certificate diplomatic address of'),
)

/** A word of a query or a remark, as the tables have it. */
export function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/^[^\p{L}\p{N}#№]+|[^\p{L}\p{N}#№°º]+$/gu, '')
    .replace(/(?<=\p{L})\.(?=\p{L})/gu, '')
}

/** What the words before a number say of it. */
export interface Introduction {
  /** Null where they only say that it is a number. */
  readonly kind: IdentifierKind | null
  /** How many of the words belong to it. */
  readonly length: number
}

const maxIntroduction = 5

/** Reads the words before a number from its end; null where they do not introduce one. */
export function introductionOf(before: readonly string[]): Introduction | null {
  const last = before.slice(-maxIntroduction).map(plainWord)
  let start = last.length
  while (start > 0 && isIntroducing(last[start - 1] ?? '')) start--
  let said = last.slice(start)
  // "of" and similar words do not begin an introduction.
  while (said[0] === 'of' || said[0] === 'is') said = said.slice(1)
  if (said.length === 0) return null
  // "Vessel Registration Identification IMO" is an IMO number: the kinds stand in the order of how much they say.
  const kinds = said.flatMap((word) => byWord.get(word) ?? [])
  const kind = introductions.find(([one]) => kinds.includes(one))?.[0]
  if (kind !== undefined) return { kind, length: said.length }
  if (!said.some((word) => forNumber.has(word))) return null
  const half = said.flatMap((word) => halfSaid.get(word) ?? [])[0] ?? null
  return { kind: half, length: said.length }
}

/** Whether a word introduces numbers, and names nobody. */
export function introducesNumber(word: string): boolean {
  return isIntroducing(plainWord(word))
}

function isIntroducing(word: string): boolean {
  return byWord.has(word) || halfSaid.has(word) || forNumber.has(word)
}

/** The kind that a word means, such as `imo` before the digits of `IMO9187629`. */
export function kindOfWord(word: string): IdentifierKind | null {
  return byWord.get(plainWord(word)) ?? null
}

/** What lists call the kinds, in the order in which they are tried. Texts of other kinds describe an entry and identify nothing. */
const published: readonly (readonly [RegExp, IdentifierKind])[] = [
  [/passport|passeport|pasaporte|travel ?document/i, 'passport'],
  [/vessel registration|\bimo\b|\bhull\b/i, 'imo'],
  [/\bmmsi\b/i, 'mmsi'],
  [/call sign/i, 'call_sign'],
  [/aircraft (?!model|operator|manufacture date|type)|tail number|transponder/i, 'aircraft'],
  [/swift|\bbic\b|\bbik\b/i, 'bic'],
  [/legal entity identifier|\blei\b/i, 'lei'],
  [/\be-?mail/i, 'email'],
  [/phone|\bfax\b/i, 'phone'],
  [/website|\burl\b/i, 'website'],
  [/\btax|fiscal|v\.?a\.?t\.? ?n|fein|r\.?f\.?c\.?|c\.?u\.?i\.?t|\bnit\b|\bruc\b|\brif\b|\bnuit\b|n\.i\.f|c\.i\.f|\brtn\b/i, 'tax_number'],
  [
    /regist|company n|enterprise n|business|commerc|c\.r\.|chamber|licen[cs]e n|trade|charity|mercantil|legal entity n|social credit|d-u-n-s|folio|incorporation|tradelic|regnumber/i,
    'register_number',
  ],
  [
    /\bid\b|identi|d\.n\.i|n\.i\.e|cedula|c\.u\.r\.p|c\.u\.i|\bssn\b|personal|citizen|residen|tazkira|card|^nrn$|birthcert|nationcert|residentperm/i,
    'national_id',
  ],
  [/number|\bno\b|n°|#|licen[cs]e|certificate|permit|code|serial|\bisin\b|credencial|cartilla|i\.f\.e|\ble\b|other/i, 'other'],
]

const descriptive =
  /sanction|determination|directive|executive order|\bdate\b|gender|nationality|flag|\bmodel\b|\boperator\b|organi[sz]ation type|target type|transactions|risk|information|vessel type|manufacture date|title|ticker|locode|digital currency|email type/i

/** The kind of a number by what its list calls it; null for what is no number, such as a flag or a gender. */
export function kindOfLabel(label: string): IdentifierKind | null {
  const found = published.find(([pattern]) => pattern.test(label))?.[1] ?? null
  if (found === 'email' || found === 'phone' || found === 'website') return found
  return descriptive.test(label) ? null : found
}
