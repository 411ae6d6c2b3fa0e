import { capitalized, type Variant } from './rules.ts'
import { seeded } from './seeded.ts'
import { typingErrors } from './typing-errors.ts'

/** Each line: forms of one legal form, and of one common word. */
const legalForms = `llc|l.l.c.|limited liability company
ltd|ltd.|limited
co., ltd.|co ltd|company limited|company, limited|co. limited|company, ltd
corp|corp.|corporation
co|co.|company
gmbh|gesellschaft mit beschränkter haftung
s.a.|sa|société anonyme
jsc|joint stock company
inc|inc.|incorporated
pte ltd|pte. ltd.|private limited
plc|p.l.c.|public limited company
nv|n.v.`
const words = `international|intl|int'l
industrial|ind
industries|inds
manufacturing|mfg
brothers|bros
trading|trdg
general|gen.
organization|org
organisation|org
development|dev
engineering|eng
department|dept
ministry|min.
center|ctr
centre|ctr
technology|tech
national|natl
institute|inst
university|univ
association|assn
equipment|equip
services|svcs
group|grp
committee|cttee
foundation|fdn
government|govt`
const british = [
  ['organisation', 'organization'],
  ['centre', 'center'],
  ['defence', 'defense'],
  ['aluminium', 'aluminum'],
  ['programme', 'program'],
] as const
const forms = [...legalForms.split('\n'), ...words.split('\n')].map((line) => line.split('|'))
const legal = legalForms.split('\n').map((line) => line.split('|'))

/** How many spellings a name gets at most. */
const most = { own: 8, errors: 2 }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** Spellings of the name of a firm, an authority or a group, in capitals. Acronyms in brackets are left out of all of them. */
export function organisationSpellings(listed: string): Variant[] {
  const name = withoutAcronyms(listed.replace(/ ?[;/] .*/u, ''))
    .toLowerCase()
    .trim()
  const random = seeded(`organisation ${name}`)
  const own: Variant[] = [
    { kind: 'acronym left out', text: name },
    ...abbreviated(name),
    ...legalFormLeftOut(name),
    ...joined(name),
    ...order(name),
    { kind: 'the', text: name.startsWith('the ') ? name.slice(4) : `the ${name}` },
    { kind: 'hyphens left out', text: name.replaceAll('-', ' ') },
    { kind: 'space left out', text: name.replace(' ', '') },
    { kind: 'article el-', text: name.replace(/\bal[- ](?=\p{L}{4})/gu, 'el-') },
    { kind: 'article joined', text: name.replace(/\bal[- ](?=\p{L}{4})/gu, 'al') },
    { kind: 'q as k', text: name.replace(/q(?!u[aeio])/gu, 'k') },
    { kind: 'ah as a', text: name.replace(/(?<=\p{L}{3})ah\b/gu, 'a') },
    { kind: 'apostrophes left out', text: name.replace(/['’‘`]/gu, '') },
    { kind: 'Korea, Korean, DPRK', text: name.replace(/\bkorean?\b/u, (word) => (word === 'korea' ? 'korean' : 'korea')) },
    ...british.flatMap(([one, other]) => [
      { kind: 'British and American spelling', text: name.replaceAll(one, other) },
      { kind: 'British and American spelling', text: name.replaceAll(other, one) },
    ]),
    { kind: 'Korea, Korean, DPRK', text: name.replace(/^korea /u, 'dprk ') },
  ]
  const others = own.filter(({ kind, text }) => text !== name || kind === 'acronym left out')
  return [...random.shuffled(others).slice(0, most.own), ...random.shuffled(typingErrors(name, random)).slice(0, most.errors)]
    .filter(({ kind, text }) => text.length > 4 && (text !== name || kind === 'acronym left out'))
    .filter(({ text }) => text !== listed.toLowerCase())
    .map(({ kind, text }) => ({ kind, text: capitalized(text) }))
}

/** What is in brackets is an acronym if it begins like the name. Other brackets tell branches apart. */
function withoutAcronyms(name: string): string {
  const [first = ''] = name.replace(/^THE /iu, '')
  return name.replace(/ ?\(([A-Z][A-Za-z-]{1,9})\)/gu, (all, inside: string) => (inside.startsWith(first) ? '' : all))
}

function abbreviated(name: string): Variant[] {
  return forms.flatMap(([whole = '', ...others], place) =>
    [whole, ...others].slice(0, place < legal.length ? undefined : 1).flatMap((one, _, all) => {
      const from = new RegExp(String.raw`(?<![\p{L}.])${escaped(one)}(?![\p{L}.])`, 'u')
      if (!from.test(name) || (one.startsWith('co') && /\bco\.?,? (?:ltd|limited)|company,? l/u.test(name) && !one.includes('l'))) return []
      const kind = place < legal.length ? 'legal form written otherwise' : 'word abbreviated'
      const instead = place < legal.length ? all : others
      return instead
        .filter((other) => other !== one)
        .slice(0, 2)
        .map((other) => ({ kind, text: name.replace(from, () => other) }))
    }),
  )
}

function legalFormLeftOut(name: string): Variant[] {
  const any = legal.flat().toSorted((one, other) => other.length - one.length)
  const form = any.find((one) => name.endsWith(` ${one}`))
  if (form === undefined)
    return [{ kind: 'legal form added', text: `${name} co` }].filter(() => /\b(?:trading|shipping|bank|industries)$/u.test(name))
  return [{ kind: 'legal form left out', text: name.slice(0, -form.length).replace(/[ ,]+$/u, '') }]
}

function joined(name: string): Variant[] {
  const and = / (?:and|&) /u
  if (!and.test(name)) return []
  return ['&', 'and', 'und', 'et'].map((word) => ({
    kind: word === '&' || word === 'and' ? 'and, &' : 'und, et',
    text: name.replace(new RegExp(and, 'gu'), ` ${word} `),
  }))
}

/** `Bank of X` and `X Bank`, `X Foundation` and `Foundation of X`. */
function order(name: string): Variant[] {
  const kinds = 'bank|academy|ministry|university|office|department|company|foundation|institute|organi[sz]ation'
  const of = new RegExp(`^(?:the )?(${kinds}) of (?:the )?(.+)$`, 'u').exec(name)
  if (of) return [{ kind: 'X Bank, Bank of X', text: `${of[2]} ${of[1]}` }]
  const after = /^(\S+(?: \S+)?) (bank|foundation|university|institute)$/u.exec(name)
  if (after)
    return [
      { kind: 'X Bank, Bank of X', text: `${after[2]} of ${after[1]}` },
      { kind: 'Bank X', text: `${after[2]} ${after[1]}` },
    ]
  const before = /^bank (\S+)$/u.exec(name)
  return before ? [{ kind: 'X Bank, Bank of X', text: `${before[1]} bank` }] : []
}
