/** Syllables of pinyin that Wade–Giles writes as a whole in another way. */
const whole: Readonly<Record<string, readonly string[]>> = {
  zhi: ['chih'],
  chi: ['chih'],
  shi: ['shih'],
  ri: ['jih'],
  zi: ['tzu'],
  ci: ['tzu'],
  si: ['ssu', 'szu'],
  yi: ['i', 'yi'],
  you: ['yu', 'you'],
  yan: ['yen'],
  ye: ['yeh'],
  yue: ['yueh'],
  yong: ['yung'],
  er: ['erh'],
  ge: ['ko'],
  ke: ['ko'],
  he: ['ho'],
  guo: ['kuo'],
  kuo: ['kuo'],
  huo: ['huo'],
  shuo: ['shuo'],
  gui: ['kuei'],
  kui: ['kuei'],
}

const initials: Readonly<Record<string, string>> = {
  zh: 'ch',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  z: 'ts',
  c: 'ts',
  r: 'j',
  b: 'p',
  d: 't',
  g: 'k',
}

const finals: Readonly<Record<string, string>> = { ian: 'ien', ie: 'ieh', ong: 'ung', iong: 'iung', uo: 'o' }

/**
 * A syllable of pinyin in Wade–Giles, as it is mostly written: without apostrophes and with u for ü, so that Zhang and Chang are one.
 */
export function wadeGilesOf(syllable: string): readonly string[] {
  const special = whole[syllable]
  if (special) return special
  const [, initial = '', final = ''] = /^([zcs]h|[bpmfdtnlgkhjqxrzcs])?(.*)$/.exec(syllable) ?? []
  // After j, q and x the u is ü, after which an e is written eh.
  const isRounded = /^[jqxln]$/.test(initial) && final === 'ue'
  return [(initials[initial] ?? initial) + (isRounded ? 'ueh' : (finals[final] ?? final))]
}
