import { seeded } from '../seeded.ts'
import type { Variant } from '../rules.ts'

/** Lines of: as lists write it (DPRK), Revised Romanization, McCune–Reischauer, then habits. */
function romanizations(lines: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' '))
      .map(([listed = '', ...others]) => [listed, others]),
  )
}

const familyNames = romanizations(`kim gim kim kim
  ri i yi lee yi rhee li
  pak bak pak park bak
  choe choe ch'oe choi
  ch'oe choe ch'oe choi choe
  jong jeong chŏng jung chung jeong
  kang gang kang kang
  jo jo cho cho
  cho jo cho cho
  yun yun yun yoon
  jang jang chang chang jang
  chang jang chang jang
  rim im im lim
  han han han hahn
  o o o oh
  so seo sŏ suh seo
  sin sin sin shin
  kwon gwon kwŏn kwon
  hwang hwang hwang whang
  an an an ahn
  ryu yu yu yoo ryoo
  jon jeon chŏn jeon chun
  ko go ko koh
  mun mun mun moon
  ryang yang yang yang
  paek baek paek paik baek
  ho heo hŏ hur huh
  no no no noh roh
  ro no no roh
  sim sim sim shim
  chu ju chu joo
  ku gu ku koo
  hyon hyeon hyŏn hyun
  yon yeon yŏn yeon`)

/** Syllables of given names. Where a spelling has two readings in Korean, the more usual one in men's names. */
const syllables = romanizations(`chol cheol ch'ŏl chul
  yong yeong yŏng young
  hyok hyeok hyŏk hyuk
  kwang gwang kwang kwang
  song seong sŏng sung
  myong myeong myŏng myung
  il il il ill
  ho ho ho ho
  jin jin chin jin
  un eun ŭn un
  su su su soo
  guk guk kuk kook
  kuk guk kuk kook
  nam nam nam nam
  hak hak hak hak
  ryong yong yong ryong
  tae tae t'ae tae
  jun jun chun joon
  chun chun ch'un choon
  kyong gyeong kyŏng kyung
  hui hui hŭi hee
  hyon hyeon hyŏn hyun
  won won wŏn won
  min min min min
  sok seok sŏk suk
  chang chang ch'ang chang
  jong jeong chŏng jung
  gun geun kŭn keun
  kun geun kŭn keun
  hyong hyeong hyŏng hyung
  jae jae chae jae
  yun yun yun yoon
  hun hun hun hoon
  sang sang sang sang
  pong bong pong bong
  bong bong pong bong
  chin jin chin jin
  gil gil kil kil
  kil gil kil kil
  man man man man
  se se se se
  ik ik ik ik
  hwa hwa hwa hwa
  ok ok ok ok
  gyu gyu kyu kyu
  kyu gyu kyu kyu
  rim rim rim lim
  pyong byeong pyŏng byung
  gon geon kŏn kun
  ha ha ha ha
  chan chan ch'an chan
  ji ji chi ji
  in in in in
  u u u woo
  dong dong tong dong
  tong dong tong dong
  to do to do
  hyo hyo hyo hyo
  yol yeol yŏl yul`)

/** Revised Romanization, McCune–Reischauer, and the habits of South Koreans, by their places in the tables. */
const systems = { 'Revised Romanization': 0, 'McCune–Reischauer': 1, 'South Korean habits': 2 } as const

/** For names of one syllable of a family name and one or two of a given name, as DPRK entries have them. */
export function korean(name: string): Variant[] {
  const words = name.replace(/[’‘]/gu, "'").split(/[ -]+/u)
  const [family = '', ...given] = words
  if (words.length < 2 || words.length > 3 || !familyNames.has(family)) return []
  const variants: Variant[] = [
    { kind: 'given name with a hyphen', text: `${family} ${given.join('-')}` },
    { kind: 'given name joined', text: `${family} ${given.join('')}` },
    { kind: 'given name apart', text: `${family} ${given.join(' ')}` },
    { kind: 'given name first', text: `${given.join(' ')} ${family}` },
    { kind: 'given name first', text: `${given.join('-')} ${family}` },
  ]
  const random = seeded(name)
  for (const habit of new Set(familyNames.get(family)?.slice(2))) {
    variants.push({ kind: 'family name by habit', text: [habit, ...given].join(' ') })
  }
  if (given.every((syllable) => syllables.has(syllable))) {
    for (const [kind, place] of Object.entries(systems)) {
      const romanFamily = place < 2 ? familyNames.get(family)?.[place] : random.pick(familyNames.get(family)?.slice(2) ?? [family])
      const romanGiven = given.map((syllable) => syllables.get(syllable)?.[place] ?? syllable)
      variants.push(
        { kind, text: `${romanFamily} ${romanGiven.join('-')}` },
        { kind, text: `${romanFamily} ${romanGiven.join(random.pick(['', ' ', '-']))}` },
        { kind: `${kind}, given name first`, text: `${romanGiven.join('-')} ${romanFamily}` },
      )
    }
    variants.push({ kind: 'McCune–Reischauer without marks', text: plainMcCune(family, given) })
  }
  return variants.filter(({ text }) => text !== name)
}

function plainMcCune(family: string, given: readonly string[]): string {
  const roman = [familyNames.get(family)?.[1] ?? family, given.map((one) => syllables.get(one)?.[1] ?? one).join('-')].join(' ')
  return roman.normalize('NFD').replace(/\p{M}|'/gu, '')
}
