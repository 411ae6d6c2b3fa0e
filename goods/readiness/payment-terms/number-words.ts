/** Numbers in words of a dozen languages, as prices have them. Written together as `number word word`. */
const table = `
1 one eins один jeden
2 two zwei deux dos dois duas due twee два две dwa dwie iki två deux
3 three drei trois tres três tre drie три trzy üç
4 four vier quatre cuatro quatro quattro четыре cztery dört fyra
5 five fünf fuenf cinq cinco cinque vijf пять pięć beş fem
6 six sechs seis sei zes шесть sześć altı sex
7 seven sieben sept siete sete sette zeven семь siedem yedi sju
8 eight acht huit ocho oito otto восемь osiem sekiz åtta
9 nine neun neuf nueve nove negen девять dziewięć dokuz nio
10 ten zehn dix diez dez dieci tien десять dziesięć on tio
11 eleven elf onze once undici одиннадцать
12 twelve zwölf douze doce doze dodici twaalf двенадцать dozen
13 thirteen dreizehn treize trece treze tredici
14 fourteen vierzehn quatorze catorce quattordici
15 fifteen fünfzehn quinze quince quindici vijftien пятнадцать
16 sixteen sechzehn seize
17 seventeen siebzehn
18 eighteen achtzehn
19 nineteen neunzehn
20 twenty zwanzig vingt veinte vinte venti twintig двадцать dwadzieścia yirmi
25 veinticinco venticinque
30 thirty dreißig dreissig trente treinta trinta trenta dertig тридцать otuz
40 forty vierzig quarante cuarenta quarenta quaranta veertig сорок kırk
50 fifty fünfzig cinquante cincuenta cinquenta cinquanta vijftig пятьдесят elli
60 sixty sechzig soixante sesenta sessenta sessanta zestig
70 seventy siebzig setenta settanta
80 eighty achtzig ochenta oitenta ottanta
90 ninety neunzig noventa novanta
100 hundred hundert cien cem cento honderd сто sto yüz
1000 thousand tausend mille mil duizend тысяча тысяч tysiąc bin
1000000 million millions millionen millón milhão milione миллион milyon
1000000000 billion billions
`
const values: ReadonlyMap<string, number> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [value = '', ...words] = line.split(' ')
      return words.map((word) => [word, Number(value)] as const)
    }),
)
const articles = new Set('a an un une una uno ein eine einen einem um uma een один bir jeden en ett'.split(' '))
const connectors = new Set('and und et y e i en и'.split(' '))
const germanUnits = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ')
const germanPair = new RegExp(`^(${germanUnits.join('|')})und(.+)$`)
const cjkDigits = '〇一二三四五六七八九'

/** The same text with numbers in words as digits: `five hundred dollars` is `500 dollars`, and `half a dollar` is `0.5 dollar`. */
export function withDigits(text: string): string {
  const cjk = text.replaceAll(/[〇一二两三四五六七八九十百千万]+/g, (written) => cjkNumber(written))
  const parts = cjk.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu) ?? []
  const written: string[] = []
  for (let at = 0; at < parts.length;) {
    const run = numberAt(parts, at)
    written.push(run === null ? parts[at]! : String(run.value))
    at = run?.end ?? at + 1
  }
  return written.join('')
}

/** The number that begins at a part, and where it ends; null where none does. Parts are words and what lies between them, in turn. */
function numberAt(parts: readonly string[], start: number): { value: number; end: number } | null {
  const word = (at: number) => parts[at]?.toLowerCase() ?? ''
  const joins = (at: number) => /^[ -]$/.test(parts[at] ?? '')
  if (word(start) === 'half' && joins(start + 1) && articles.has(word(start + 2))) return { value: 0.5, end: start + 3 }
  let [total, current, end] = [0, 0, start]
  for (let at = start; ; at += 2) {
    const here = valueOf(word(at))
    if (here !== null) {
      if (here >= 1_000) [total, current] = [total + Math.max(1, current) * here, 0]
      else if (here === 100) current = Math.max(1, current) * 100
      else current += here
      end = at + 1
    } else if (end === start && articles.has(word(at)) && joins(at + 1) && (valueOf(word(at + 2)) ?? 0) >= 100) {
      current = 1
    } else if (end > start && connectors.has(word(at)) && joins(at + 1)) {
      if (articles.has(word(at + 2)) && joins(at + 3) && word(at + 4) === 'half') return { value: total + current + 0.5, end: at + 5 }
      if (valueOf(word(at + 2)) === null) break
    } else break
    if (!joins(at + 1)) break
  }
  return end > start ? { value: total + current, end } : null
}

function valueOf(word: string): number | null {
  const [, unit = '', tens = ''] = germanPair.exec(word) ?? []
  const ofTens = values.get(tens)
  if (ofTens !== undefined) return germanUnits.indexOf(unit) + 1 + ofTens
  return values.get(word) ?? null
}

function cjkNumber(written: string): string {
  let [total, current] = [0, 0]
  for (const sign of written) {
    const scale = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }[sign]
    if (scale === undefined) current = sign === '两' ? 2 : cjkDigits.indexOf(sign)
    else [total, current] = scale === 10_000 ? [(total + current || 1) * scale, 0] : [total + (current || 1) * scale, 0]
  }
  return String(total + current)
}
