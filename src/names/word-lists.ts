/** Words that say little about which subject a name means, and their short forms. All in lower-case Latin letters without marks. */

/** Long forms of companies' legal forms, the longest first, with their short forms. */
export const legalPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bpublic joint stock company\b|\bpublichnoe? aktsionernoe obshchestvo\b/g, 'pjsc'],
  [/\bopen joint stock company\b|\botkrytoe aktsionernoe obshchestvo\b/g, 'ojsc'],
  [/\bclosed joint stock company\b|\bzakrytoe aktsionernoe obshchestvo\b/g, 'cjsc'],
  [/\bjoint stock company\b|\baktsionernoe obshchestvo\b/g, 'jsc'],
  [/\blimited liability (?:company|partnership)\b|\bobshchestvo s ogranichennoy otvetstvennostyu\b/g, 'llc'],
  [/\bgesellschaft mit beschrankter haftung\b/g, 'gmbh'],
  [/\bsociete anonyme\b|\bsociedad anonima\b|\bsocieta per azioni\b/g, 'sa'],
  [/\bfree zone (?:company|establishment)\b/g, 'fze'],
  [/\bprivate limited\b|\bpvt ltd\b|\bpte ltd\b|\bpty ltd\b/g, 'ltd'],
  [/\bsdn bhd\b/g, 'ltd'],
  [/\bs a r l\b/g, 'sarl'],
  [/\bs a l\b/g, 'sal'],
]

/** First words of long forms. A name without any of them contains no long form. */
const legalBeginnings = new Set(
  'public publichnoe publichno open otkrytoe closed zakrytoe joint aktsionernoe limited obshchestvo gesellschaft societe sociedad societa free private pvt pte pty sdn s'.split(
    ' ',
  ),
)

export function startsLegalPhrase(word: string): boolean {
  return legalBeginnings.has(word)
}

const sameLegalForm: Readonly<Record<string, string>> = {
  limited: 'ltd',
  company: 'co',
  corporation: 'corp',
  incorporated: 'inc',
  compagnie: 'co',
  compania: 'co',
  sirketi: 'co',
  // Russian forms beside their English ones.
  ooo: 'llc',
  pao: 'pjsc',
  oao: 'ojsc',
  zao: 'cjsc',
  ao: 'jsc',
  fzco: 'fze',
  fzc: 'fze',
}

const legalForms = new Set(
  (
    'ltd llc llp lp plc inc corp co gmbh ag kg kgaa ug se sa sas sarl spa srl sal sca bv nv vof as asa ab aps oy oyj ' +
    'kft zrt rt sro doo dooel ad ead eood ood jsc ojsc cjsc pjsc tov too uab sia ou pty pte pvt bhd fze wll bsc sae saoc est ' +
    'ltda eirl cv sapi kk gk societe sociedad societa gesellschaft firma'
  ).split(' '),
)

/** Titles and similar words that may or may not precede names. */
const honorifics = new Set(
  (
    'mr mrs ms miss dr prof professor sir lord lady dame don dona herr frau monsieur general gen colonel col major maj captain capt ' +
    'lieutenant lt sergeant brigadier admiral marshal commander comandante engineer eng judge minister president haj haji hajj hajji mollah ' +
    'hadji mullah mulla molla mawlawi maulavi maulvi mowlavi sheikh shaikh shaykh sheik cheikh sayyid sayed said syed seyed seyyed ' +
    'sayid sidi hojjatoleslam ayatollah imam emir amir ustaz qari hafiz alhaji u daw mv mt rv ss chief prince princess king junior jr senior sr ii iii'
  ).split(' '),
)
/** Titles that are also common given names. */
for (const name of ['said', 'sayid', 'sayed', 'amir', 'emir', 'hafiz', 'sidi', 'king', 'don', 'imam']) honorifics.delete(name)

/** Articles and words of descent and nobility, which people omit or join with the next word. */
const particles = new Set(
  (
    'al el ul the of and y e i de del della di da das do dos du des la le les los las van von der den zu zur bin ibn ben ' +
    'bint bt binti ould oglu ogly uulu kyzy qizi'
  ).split(' '),
)

/** Generic words in the names of firms and groups. */
const generic = new Set(
  (
    'group gruppe groupe grupo gruppa holding holdings international general trading trade commercial industrial industries industry enterprise ' +
    'enterprises service services investment investments development engineering construction logistics logistika shipping transport export ' +
    'import technology technologies organization organisation association foundation institute center centre agency corporation exchange ' +
    'national state front party movement brigade army'
  ).split(' '),
)

const patronymic = /(?:ovich|evich|ovych|evych|avich|ovitch|evitch|owitsch|ewitsch|ovna|evna|ivna|ichna)$/

export type WordKind = 'plain' | 'generic' | 'legal' | 'honorific' | 'particle'

/** Whether a word has the form of a patronymic in Russian and related languages. Family names may have it too. */
export function isPatronymic(word: string): boolean {
  return word.length > 6 && patronymic.test(word)
}

export function canonicalWord(word: string): string {
  return sameLegalForm[word] ?? word
}

export function kindOf(word: string): WordKind {
  if (legalForms.has(word)) return 'legal'
  if (particles.has(word)) return 'particle'
  if (generic.has(word)) return 'generic'
  return honorifics.has(word) ? 'honorific' : 'plain'
}

/** Words without vowels resemble others: Omar is `mr`. So only words of their own languages count. */
const unvowelledKinds: Readonly<Record<string, WordKind>> = {
  bn: 'particle',
  abn: 'particle',
  bnt: 'particle',
  wld: 'particle',
  shykh: 'honorific',
  hadj: 'honorific',
  hadji: 'honorific',
  hadjy: 'honorific',
  mla: 'honorific',
  mwlwy: 'honorific',
  dktwr: 'honorific',
  mhnds: 'honorific',
  shrka: 'legal',
  mhdwda: 'legal',
  mjmwa: 'generic',
  mdjmwa: 'generic',
}

export function kindOfUnvowelled(word: string): WordKind {
  return unvowelledKinds[word] ?? 'plain'
}
