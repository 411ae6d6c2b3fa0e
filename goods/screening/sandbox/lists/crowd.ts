import type { Listed, ListName } from './listed.ts'

type Sizes = Readonly<Record<ListName, number>>
/** How many entries each of the sandbox's lists has besides the named ones. */
const allEntries: Sizes = { 'ofac-sdn': 1_000, 'ofac-consolidated': 150, eu: 600, un: 260, uk: 600 }
/**
 * With SANDBOX_LISTS=short, for tests: few more than the service accepts. Every service that a test starts reads the lists, which takes
 * most of the CPU of its start.
 */
const fewEntries: Sizes = { 'ofac-sdn': 520, 'ofac-consolidated': 120, eu: 320, un: 170, uk: 320 }
// oxlint-disable-next-line no-restricted-properties -- tests shorten the lists for each of their processes; operators have no such setting
const sizes = process.env['SANDBOX_LISTS'] === 'short' ? fewEntries : allEntries

const words = (text: string) => text.trim().split(/\s+/)

interface People {
  readonly share: number
  readonly countries: readonly string[]
  readonly programmes: readonly string[]
  readonly given: readonly string[]
  readonly begin: readonly string[]
  readonly middle: readonly string[]
  readonly end: readonly string[]
  readonly prefix?: string
  /** No alias with only the first word of the given name. */
  readonly wholeNames?: boolean
}

/** Common given names, and family names made from syllables, so that no real person has them. */
const peoples: readonly People[] = [
  {
    share: 30,
    countries: ['RU', 'RU', 'RU', 'UA', 'BY'],
    programmes: ['RUSSIA-EO14024', 'UKRAINE-EO13661', 'CYBER2'],
    given: words(
      'Aleksandr Aleksey Andrey Anatoliy Boris Denis Dmitriy Evgeniy Fyodor Gennadiy Igor Ilya Ivan Konstantin Leonid Maksim Mikhail Nikolay Oleg Pavel Pyotr Roman Sergey Stanislav Vadim Valeriy Vasiliy Viktor Vitaliy Vladimir Yuriy Anna Elena Irina Mariya Natalya Olga Svetlana Tatyana Yuliya',
    ),
    begin: words(
      'Bal Chur Dub Garv Kolm Kuv Lomt Marz Nekl Ostr Pavk Rudn Salt Tver Usht Vorz Yagl Zhel Bryak Drozh Gluv Kres Murz Pusht Stryap',
    ),
    middle: words('a e i o u ya ab en im ol us ikh od'),
    end: words('nov sov rin tsev lenko nskiy chuk mov gin kov yan rets dko'),
  },
  {
    share: 28,
    countries: ['IQ', 'SY', 'LB', 'YE', 'LY', 'DZ', 'SA', 'EG', 'TN'],
    programmes: ['SDGT', 'SYRIA', 'LIBYA2', 'YEMEN'],
    given: words(
      'Muhammad Ahmad Ali Hassan Hussein Mahmud Khalid Ibrahim Yusuf Mustafa Umar Abdallah Said Salih Nasir Jamal Walid Tariq Samir Faysal Karim Hamid Ismail Adil Bashir Fuad Hamza Haydar Idris Imad Jafar Majid Marwan Nabil Rashid Riyad Sami Yasin Zayd Ziyad',
    ),
    prefix: 'AL-',
    begin: words('Bar Dur Far Ghur Haz Jab Kar Lat Mar Nuw Qad Rab Sab Shar Tam Wah Zub Khaz Dhar Fut'),
    middle: words('a aw ay i u ab an as iy ir'),
    end: words('ri mi ni li di bi shi wi fi qi zi ti'),
  },
  {
    share: 14,
    countries: ['IR', 'IR', 'AF', 'PK'],
    programmes: ['IFSR', 'IRGC', 'NPWMD', 'TALIBAN'],
    given: words(
      'Mohammad Ali Hossein Reza Mehdi Hassan Amir Saeed Majid Hamid Javad Abbas Akbar Behrouz Davoud Esmail Farhad Gholam Iraj Jalil Kamran Mahmoud Nader Parviz Ramin Siamak',
    ),
    begin: words('Az Bak Dar Far Gol Ham Jah Kar Man Nour Par Raf Sad Tav Vak Zam'),
    middle: words('a ar ish an od i em'),
    end: words('pour zadeh nejad vand fard khah panah doust yar far'),
  },
  {
    share: 8,
    wholeNames: true,
    countries: ['KP', 'KP', 'CN'],
    programmes: ['DPRK2', 'DPRK3', 'NPWMD'],
    given: words('Chol Yong Hyok Kwang Song Myong Il Ho Jin Un Su Guk Nam Hak Ryong Tae Jun Gang Wen Jian Guo Hua Ming Feng'),
    begin: words('Kim Pak Ri Choe Jong Kang Han Chang Yun O Ryu Paek Wang Liu Chen Zhao Sun'),
    middle: [''],
    end: [''],
  },
  {
    share: 12,
    countries: ['MX', 'CO', 'VE', 'PA', 'HN'],
    programmes: ['SDNTK', 'VENEZUELA', 'ILLICIT-DRUGS-EO14059'],
    given: words(
      'José Juan Luis Carlos Jesús Miguel Francisco Rafael Jorge Manuel Ricardo Fernando Sergio Raúl Héctor Óscar Víctor Rubén Mario Iván María Rosa Gabriela',
    ),
    begin: words('Arr Bal Cast Dor Esp Fuent Gal Herr Ibarr Jar Lan Mend Nav Oliv Palm Quir Ros Sald Tor Urr Vill Zam'),
    middle: words('a e i o ue in on al'),
    end: words('dez ñez rroz gues llo sco rra ntes cho bar'),
  },
  {
    share: 8,
    countries: ['CD', 'RW', 'SO', 'ML', 'SD'],
    programmes: ['DRCONGO', 'SOMALIA', 'MALI-EO13882', 'SUDAN-EO14098'],
    given: words(
      'Jean Pierre Innocent Emmanuel Laurent Dieudonné Faustin Gaston Sylvestre Abdi Mohamud Osman Moussa Amadou Ibrahima Oumar Joseph Michel',
    ),
    begin: words('Mu Nta Bi Ka Ru Nshi Ha Tshi Dja Kou Bou Gue'),
    middle: words('gan ba ki ru hi mba nda sso la'),
    end: words('za nyi mana bo le ra yo di kwa'),
  },
]

const firms = {
  first: words(
    'Altyn Barsa Cedar Delta Emerald Falcon Gulf Horizon Iskra Jade Karat Levant Meridian Nord Orion Petra Quartz Rubin Sigma Titan Ultra Vega Welkin Yantar Zenit Azure Bravo Corvus Damas Efes',
  ),
  second: words(
    'Marine Petroleum Trading Shipping Engineering Holding Logistics Electronics Construction Industrial Investment Aviation Machinery Chemical Metals Energy Technology Commercial',
  ),
  form: ['LLC', 'LTD', 'JSC', 'GmbH', 'FZE', 'S.A.', 'CO., LTD.', 'OOO', 'COMPANY', 'CORPORATION'],
}

/** The same numbers from the same seed, each time. */
function seededPick(seed: number): <T>(from: readonly T[]) => T {
  let state = seed >>> 0
  return <T>(from: readonly T[]) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return from[((mixed ^ (mixed >>> 14)) >>> 0) % from.length] as T
  }
}

const shares = peoples.flatMap((people) => Array.from({ length: people.share }, () => people))
const years = Array.from({ length: 50 }, (_, index) => 1_940 + index)
const days = Array.from({ length: 27 }, (_, index) => String(index + 1).padStart(2, '0'))
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

function somebody(pick: ReturnType<typeof seededPick>, key: string, on: readonly ListName[]): Listed {
  const people = pick(shares)
  const family = () => `${people.prefix ?? ''}${pick(people.begin)}${pick(people.middle)}${pick(people.end)}`
  const given = () => `${pick(people.given)} ${pick(people.given)}`
  const [first, last] = [given(), family()]
  const names = [`${first}/${last}`]
  if (people.wholeNames !== true && pick([true, false, false])) names.push(`${first.split(' ')[0] ?? first}/${last}`)
  if (pick([true, false, false, false])) names.push(`${given()}/${last}`)
  const birth = pick([`${pick(years)}-${pick(months)}-${pick(days)}`, String(pick(years)), ''])
  const births = birth === '' ? {} : { births: [birth] }
  return { key, on, kind: 'person', names, ...births, countries: [pick(people.countries)], programme: pick(people.programmes) }
}

function firm(pick: ReturnType<typeof seededPick>, key: string, on: readonly ListName[]): Listed {
  const people = pick(shares)
  const own = `${pick(people.begin)}${pick(people.middle)}${pick(people.end)}`
  const name = pick([
    `${own} ${pick(firms.second)} ${pick(firms.form)}`,
    `${pick(firms.first)} ${own} ${pick(firms.form)}`,
    `${pick(firms.first)} ${own} ${pick(firms.second)} ${pick(firms.form)}`,
  ])
  return { key, on, kind: 'entity', names: [name.toUpperCase()], countries: [pick(people.countries)], programme: pick(people.programmes) }
}

/** Made-up entries of one list: this many, or as many as the sandbox has. */
export function crowd(list: ListName, size = sizes[list]): Listed[] {
  const pick = seededPick(list.length * 7_919 + (list.codePointAt(0) ?? 0))
  return Array.from({ length: size }, (_, index) => (pick([0, 0, 0, 1]) === 0 ? somebody : firm)(pick, `${list}-${index}`, [list]))
}
