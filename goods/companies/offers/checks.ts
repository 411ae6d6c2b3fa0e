import { z } from '../../../src/goods/door.ts'
import { foreignText, identifier, isoTime, quantity, text, uri } from '../../../src/goods/kit/answers.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import type { Evidence, Screened } from './gather-evidence.ts'
import type { NotAsked } from './look-up-company.ts'
import type { Comparison } from './verdict-facts.ts'
import type { VerdictFacts } from './verdict.ts'

export const checkAnswer = z.object({
  check: z.enum(['format', 'vat', 'register', 'lei', 'name', 'address', 'sanctions', 'parents']),
  status: z
    .enum(['pass', 'fail', 'mismatch', 'review', 'not_found', 'unavailable', 'not_supported', 'not_checked'])
    .describe('unavailable says nothing about the company: the source did not answer. not_checked: this service does not ask it'),
  detail: text,
  evidence: z.array(z.object({ fact: identifier, value: foreignText })).describe('What the source said'),
  source: identifier.nullable().describe('The source that was asked; null where none is needed'),
  sourceUrl: uri.nullable(),
  observedAt: isoTime.nullable(),
  licence: text.nullable(),
  latencySeconds: quantity.nullable().describe('How long the source took; null where none was asked'),
})
export type CheckAnswer = z.input<typeof checkAnswer>

type Said = Pick<CheckAnswer, 'status' | 'detail' | 'evidence'>

/** Every check that was made, with what each source said. */
export function checksOf(
  evidence: Evidence,
  facts: VerdictFacts,
  { name, address }: { readonly name: Comparison | null; readonly address: Comparison | null },
): CheckAnswer[] {
  return [
    formatCheck('right'),
    sourced('vat', evidence.vies.status === 'not_supported' ? evidence.register : evidence.vies, vatSaid(evidence, facts)),
    sourced('register', evidence.register, registerSaid(evidence, facts)),
    sourced('lei', evidence.lei, leiSaid(evidence)),
    ...(name === null ? [] : [unsourced('name', comparisonSaid(name))]),
    ...(address === null ? [] : [unsourced('address', comparisonSaid(address))]),
    unsourced('sanctions', screeningSaid(facts.screening, evidence.screenings)),
    ...parentsCheck(evidence, facts),
  ]
}

/** Nothing is said of parents where none is reported. */
function parentsCheck({ family, parents }: Evidence, facts: VerdictFacts): CheckAnswer[] {
  if (family === null || (family.status !== 'unavailable' && parents.length === 0)) return []
  return [sourced('parents', family, screeningSaid(facts.parents, parents))]
}

export function formatCheck(format: VerdictFacts['format']): CheckAnswer {
  const details = {
    right: 'Form and check digits are right.',
    wrong_checksum: 'The check digits are wrong.',
    wrong_format: 'This is not the form of a VAT number of this country.',
  }
  return unsourced('format', { status: format === 'right' ? 'pass' : 'fail', detail: details[format], evidence: [] })
}

type Words = Pick<CheckAnswer, 'status' | 'detail'>

const vatWords: Readonly<Record<VerdictFacts['vat'], Words>> = {
  registered: { status: 'pass', detail: 'The number is registered for VAT.' },
  not_in_vies: {
    status: 'not_found',
    detail: 'VIES does not have the number. In this country a company can have one for domestic trade only, which VIES never shows.',
  },
  not_registered: { status: 'fail', detail: 'The number is not registered for VAT.' },
  unavailable: {
    status: 'unavailable',
    detail: 'VIES, or the member state behind it, did not answer. This says nothing about the number.',
  },
  not_supported: { status: 'not_supported', detail: 'No source of this service has the numbers of this country.' },
}

/** Who has the numbers that no source here has. */
const elsewhere: Readonly<Record<string, string>> = {
  GB: 'Ask HMRC at gov.uk/check-uk-vat-number. A number of Northern Ireland begins with XI.',
  CH: 'Ask the UID register at uid.admin.ch.',
}

function vatSaid({ vies, parts }: Evidence, { vat }: VerdictFacts): Said {
  const hint = vat === 'not_supported' ? elsewhere[parts.country ?? ''] : undefined
  const words = hint === undefined ? vatWords[vat] : { ...vatWords[vat], detail: `${vatWords[vat].detail} ${hint}` }
  const evidence = facts({ name: vies.status === 'found' ? vies.value.name : null, consultation: parts.vies?.consultationNumber ?? null })
  return { ...words, evidence }
}

const registerWords: Readonly<Record<VerdictFacts['register'], Words>> = {
  active: { status: 'pass', detail: 'The company is in the national register.' },
  troubled: { status: 'review', detail: 'The register says that the company is insolvent or in liquidation.' },
  ceased: { status: 'mismatch', detail: 'The register says that the company has ended.' },
  unclear: { status: 'review', detail: 'The register does not say whether the company is active.' },
  not_found: { status: 'not_found', detail: 'The register has no company with this number.' },
  unavailable: { status: 'unavailable', detail: 'The register did not answer. This says nothing about the company.' },
  not_supported: { status: 'not_supported', detail: 'This service cannot ask a register of this country.' },
}

function registerSaid({ register, parts }: Evidence, { register: fact }: VerdictFacts): Said {
  const record = parts.register
  const evidence = facts({
    number: record?.registerNumber ?? null,
    name: record?.legalName ?? null,
    status: record?.statusText ?? record?.status ?? null,
    incorporated: record?.incorporated ?? null,
    dissolved: record?.dissolved ?? null,
  })
  const detail = register.status === 'not_supported' && register.reason === 'number_unknown' ? numberUnknown : registerWords[fact].detail
  return { ...registerWords[fact], detail, evidence }
}

const numberUnknown = 'The VAT number does not lead to the number in the register, and no single company of the name was found.'

function leiSaid({ lei, parts }: Evidence): Said {
  const record = parts.lei
  const evidence = facts({
    lei: record?.lei ?? null,
    name: record?.legalName ?? null,
    entityStatus: record?.entityStatus ?? null,
    registrationStatus: record?.registrationStatus ?? null,
  })
  if (lei.status === 'unavailable') return { status: 'unavailable', detail: 'GLEIF did not answer.', evidence }
  if (lei.status === 'not_supported')
    return { status: 'not_supported', detail: 'There is no name or number to search for an LEI with.', evidence }
  if (record === null) return { status: 'not_found', detail: 'No LEI was found, which is usual for smaller companies.', evidence }
  if (record.entityStatus === 'INACTIVE') return { status: 'review', detail: 'The entity of this LEI is not active.', evidence }
  const lapsed =
    record.registrationStatus === 'ISSUED'
      ? ''
      : ` Its registration is ${record.registrationStatus}, which does not count against the company.`
  return { status: 'pass', detail: `The company has an LEI.${lapsed}`, evidence }
}

function comparisonSaid({ given, best }: Comparison): Said {
  if (best === null) return { status: 'not_supported', detail: 'No source gives anything to compare with.', evidence: facts({ given }) }
  const { score, verdict, differing } = best.compared
  const evidence = facts({
    given,
    found: best.found,
    similarity: score.toFixed(2),
    differing: differing.length > 0 ? differing.join(', ') : null,
  })
  const status = ({ same: 'pass', similar: 'review', different: 'mismatch' } as const)[verdict]
  const detail = { same: 'It is the same.', similar: 'It is similar, but not the same.', different: 'It is different.' }[verdict]
  return { status, detail, evidence }
}

/** The UN's own file was not read, so nothing is said of it. */
const clearOfEchoed =
  'No name found is on the sanctions lists of OFAC, the EU and the UK. UN designations were read as the EU and the UK repeat them.'

const screeningWords: Readonly<Record<VerdictFacts['screening'], Words>> = {
  clear: { status: 'pass', detail: 'No name found is on a sanctions list.' },
  match: { status: 'fail', detail: 'A name is on a sanctions list.' },
  review: { status: 'review', detail: 'A name is similar to one on a sanctions list.' },
  unavailable: { status: 'unavailable', detail: 'The sanctions lists could not be searched in full.' },
  not_checked: { status: 'not_checked', detail: 'This service does not search the sanctions lists.' },
  not_screened: { status: 'not_supported', detail: 'No source gave a name to screen.' },
}

function screeningSaid(fact: VerdictFacts['screening'], all: readonly Screened[]): Said {
  const evidence = all.flatMap(({ name, screening }) => [
    { fact: 'screened', value: name },
    ...(screening?.matches ?? []).slice(0, 3).map((match) => ({ fact: 'listed', value: `${match.name} (${match.list} ${match.entry})` })),
  ])
  const { status, detail } = screeningWords[fact]
  const isEchoed = all.some(({ screening }) => screening?.lists.some(({ readFrom }) => readFrom === 'other_lists'))
  return { status, detail: fact === 'clear' && isEchoed ? clearOfEchoed : detail, evidence }
}

function facts(all: Readonly<Record<string, string | null>>): CheckAnswer['evidence'] {
  return Object.entries(all).flatMap(([fact, value]) => (value === null ? [] : [{ fact, value }]))
}

function unsourced(check: CheckAnswer['check'], said: Said): CheckAnswer {
  return { check, ...said, source: null, sourceUrl: null, observedAt: null, licence: null, latencySeconds: null }
}

function sourced(check: CheckAnswer['check'], finding: RegisterFinding<unknown> | NotAsked, said: Said): CheckAnswer {
  if (finding.status === 'not_supported') return unsourced(check, said)
  const latencySeconds = finding.latencyMs / 1000
  if (finding.status === 'unavailable') return { ...unsourced(check, said), source: finding.sourceId, latencySeconds }
  const { id, url, asOf, licence } = finding.source
  return { check, ...said, source: id, sourceUrl: url, observedAt: asOf, licence, latencySeconds }
}

/** The origins of all findings, without repetition. */
export function stampsOf(findings: readonly (RegisterFinding<unknown> | NotAsked | null)[]): SourceStamp[] {
  const stamps = findings.flatMap((one) => {
    if (one === null || one.status === 'unavailable' || one.status === 'not_supported') return []
    return one.status === 'found' ? [one.source, ...(one.others ?? [])] : [one.source]
  })
  return [...new Map(stamps.map((stamp) => [`${stamp.id} ${stamp.url}`, stamp])).values()]
}
