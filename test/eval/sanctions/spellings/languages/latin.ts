import { allOf, otherSpellings, rewriting, type Rule } from '../rules.ts'

const withoutMarks =
  (kind: string): Rule =>
  (name) => {
    const text = name.replaceAll('ı', 'i').replaceAll('ə', 'a').replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')
    return text === name ? [] : [{ kind, text }]
  }

/** A family name of two words after the given names: it is the last two words. */
export const spanish = allOf(
  withoutMarks('accents left out'),
  rewriting('second family name left out', [/(?<=\S+ \S+) \S+$/u, '']),
  rewriting('family names with a hyphen', [/ (\S+)$/u, '-$1']),
  rewriting('family names joined by y', [/ (\S+)$/u, ' y $1']),
  rewriting('second given name left out', [/^(\S+) \S+(?= \S+ \S+$)/u, '$1']),
  rewriting('second given name as an initial', [/^(\S+) (\S)\S+(?= \S+ \S+$)/u, '$1 $2.']),
  rewriting('family names first', [/^(.+) (\S+ \S+)$/u, '$2, $1']),
  rewriting('z as s', [/z(?!\p{L})/gu, 's']),
  rewriting('s as z', [/(?<=\p{L}[aeiáéí])s(?!\p{L})/gu, 'z']),
  rewriting('v and b', [/(?<=[aeiou])v/gu, 'b']),
  otherSpellings(
    'usual spellings',
    'jose josé josep\nluis luís\njesus jesús\ngonzalez gonzález gonsalez\ngimenez giménez jimenez jiménez\nmaría maria ma.',
  ),
)

export const portuguese = allOf(
  withoutMarks('accents left out'),
  rewriting('particles left out', [/ (?:da|de|do|dos|das|e)(?= )/gu, '']),
  rewriting('second family name left out', [/(?<=\S+ \S+)(?: d[aeo]s?)? \S+ (\S+)$/u, ' $1']),
  rewriting('first and last name', [/^(\S+) .* .* (\S+)$/u, '$1 $2']),
  rewriting('second given name as an initial', [/^(\S+) (\S)\S+(?= \S+ \S)/u, '$1 $2.']),
  otherSpellings(
    'older and Brazilian spellings',
    'luís luiz luis\nsousa souza\nteresa tereza thereza\nfilipe felipe philipe\nantónio antônio antonio\nmanuel manoel\nqueirós queiroz\ntiago thiago\nvítor victor vitor\nrui ruy',
  ),
)

export const german = allOf(
  rewriting('ä, ö, ü as ae, oe, ue', [/ä/gu, 'ae'], [/ö/gu, 'oe'], [/ü/gu, 'ue'], [/ß/gu, 'ss']),
  withoutMarks('ä, ö, ü as a, o, u'),
  rewriting('ß as sz, as in old documents', [/ß/gu, 'sz']),
  otherSpellings(
    'usual spellings',
    'meyer meier maier mayer\nschmidt schmitt schmid\nstephan stefan\nphilipp philip phillip\nwalter walther\njürgen juergen jurgen\nkarl carl\nklaus claus\ngünther günter gunter guenther\nhoffmann hofmann\nvoß voss\ngroß gross',
  ),
  rewriting('von left out', [/ (?:von|zu)(?= )/gu, '']),
  rewriting('von as v.', [/ von(?= )/gu, ' v.']),
)

export const turkish = allOf(
  withoutMarks('marks left out'),
  rewriting('as German speakers write it', [/ö/gu, 'oe'], [/ü/gu, 'ue'], [/ş/gu, 'sch'], [/ç/gu, 'tsch'], [/ı/gu, 'i'], [/ğ/gu, 'g']),
  rewriting(
    'as English speakers write it',
    [/c/gu, 'j'],
    [/ş/gu, 'sh'],
    [/ç/gu, 'ch'],
    [/ı/gu, 'i'],
    [/ğ/gu, 'gh'],
    [/ö/gu, 'o'],
    [/ü/gu, 'u'],
  ),
  rewriting('ğ left out', [/ğ/gu, '']),
  otherSpellings(
    'Arabic forms',
    'mehmet mohammed muhammed\nhüseyin husayn hussein huseyin\nahmet ahmed\nosman uthman othman\nömer omar umar omer\nhalit khalid halid\nyakup yaqub yakub\nibrahim ebrahim i̇brahim',
  ),
)

export const azerbaijani = allOf(
  withoutMarks('ə as a, marks left out'),
  rewriting('ə as e', [/ə/gu, 'e'], [/ı/gu, 'i'], [/ş/gu, 's'], [/ç/gu, 'c'], [/ğ/gu, 'g'], [/ö/gu, 'o'], [/ü/gu, 'u']),
  rewriting(
    'as English speakers write it',
    [/c/gu, 'j'],
    [/ə/gu, 'a'],
    [/q/gu, 'g'],
    [/x/gu, 'kh'],
    [/ğ/gu, 'gh'],
    [/ş/gu, 'sh'],
    [/ç/gu, 'ch'],
    [/ı/gu, 'i'],
    [/ö/gu, 'o'],
    [/ü/gu, 'u'],
  ),
  rewriting(
    'by way of Russian',
    [/x|h/gu, 'kh'],
    [/^ə/u, 'a'],
    [/c/gu, 'dzh'],
    [/ə/gu, 'a'],
    [/q/gu, 'g'],
    [/ğ/gu, 'g'],
    [/ş/gu, 'sh'],
    [/ç/gu, 'ch'],
    [/ı/gu, 'y'],
    [/ö/gu, 'e'],
    [/ü/gu, 'yu'],
    [/iyev/gu, 'iev'],
    [/ayev/gu, 'aev'],
  ),
)

export const burmese = allOf(
  rewriting('written together', [/^(\S+) (\S+)/u, '$1$2']),
  rewriting('title U or Daw', [/^/u, 'u ']),
  rewriting('ht as t, hs as s', [/ht/gu, 't'], [/hs/gu, 's']),
  rewriting('htun and tun', [/\btun\b/gu, 'htun']),
  rewriting('oo as u', [/\boo\b/gu, 'u']),
  rewriting('ky as gy or ch', [/ky/gu, 'gy']),
  rewriting('maung as mg', [/\bmaung\b/gu, 'mg']),
  rewriting('hl as l', [/hl/gu, 'l']),
  rewriting('aing as ine', [/aing/gu, 'ine']),
  rewriting('ein as ain', [/ein/gu, 'ain']),
  rewriting('win as wynn', [/\bwin\b/gu, 'wynn']),
)

export const hebrew = allOf(
  rewriting('ch, kh, h', [/ch/gu, 'h']),
  rewriting('ch, kh, h', [/ch/gu, 'kh']),
  rewriting('ch, kh, h', [/\bh(?=[aiy])/gu, 'ch']),
  rewriting('tz, ts, z', [/tz/gu, 'ts']),
  rewriting('tz, ts, z', [/t[zs]/gu, 'z']),
  rewriting('y as i or j', [/\by(?=[aeiou])/gu, 'j']),
  rewriting('final h', [/(?<=[aeo])h\b/gu, '']),
  rewriting('k as q or c', [/k/gu, 'c']),
  rewriting('ben joined', [/\bben[- ](?=\S)/gu, 'ben']),
  rewriting('ben with a space', [/\bben-/gu, 'ben ']),
  rewriting('v as w', [/v/gu, 'w']),
  otherSpellings(
    'usual spellings',
    `yitzhak itzhak yitzchak isaac itzik
  moshe moshé mosheh moses
  shlomo shelomo solomon
  avraham abraham avram
  yosef joseph yossef
  yaakov yaacov jacob yakov
  chaim haim hayim chayim
  yehuda jehuda judah yehudah
  eliyahu elijah eliahu
  shmuel samuel shemuel
  cohen kohen cohn kahan
  levi levy halevi
  yehoshua joshua
  tzvi zvi tsvi
  menachem menahem
  rivka rebecca rivkah
  mordechai mordehai mordekhai
  binyamin benjamin
  rachel rahel`,
    3,
  ),
)

export const indonesian = allOf(
  rewriting('old spelling', [/j/gu, 'dj'], [/(?<=[aeiou]|\b|n)y/gu, 'j'], [/u/gu, 'oe'], [/c(?!h)/gu, 'tj']),
  rewriting('u as oe', [/u/gu, 'oe']),
  rewriting('old spelling made new', [/oe/gu, 'u'], [/dj/gu, 'j'], [/tj/gu, 'c']),
  rewriting('sy as sh', [/sy/gu, 'sh']),
  rewriting('f as p', [/f/gu, 'p']),
  rewriting('apostrophes left out', [/['’‘`]/gu, '']),
)

/** Names from countries in Africa whose official language is French. */
export const francophone = allOf(
  withoutMarks('accents left out'),
  rewriting('u for ou', [/ou/gu, 'u']),
  rewriting('ou for u', [/(?<=[^aeiouq])u(?=[^aeiou])/gu, 'ou']),
  rewriting('tsh, tch, ch', [/tsh/gu, 'tch']),
  rewriting('l and r, as in Kinyarwanda', [/(?<=[aeiou])l(?=[aeiou])/gu, 'r']),
)
