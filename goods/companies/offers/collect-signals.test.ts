import { expect, test } from 'vitest'
import type { CompanyChanges } from '../sources/company-event.ts'
import type { CompanyRegister } from '../sources/company-register.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import type { SourceStamp } from '../../../src/sources/policy/source.ts'
import { collectSignals, type CollectContext } from './collect-signals.ts'
import type { LookedUp } from './look-up-company.ts'

const source = { id: 'ares', url: 'https://ares.gov.cz' } as SourceStamp
const deleted: CompanyChanges['events'][number] = {
  id: 'ares:1',
  type: 'status',
  date: null,
  published: '2026-11-20',
  summary: 'The entry was deleted from the public register',
  old: null,
  new: null,
  source: 'ares',
  method: 'feed',
  url: null,
}

/** A company of a register that publishes changes, which the register no longer has. */
async function signalsOf(published: RegisterFinding<CompanyChanges>) {
  const register = {
    country: 'CZ',
    normalise: (number: string) => number,
    fromVat: () => null,
    changes: () => Promise.resolve(published),
  } as unknown as CompanyRegister
  const company: LookedUp = {
    country: 'CZ',
    register: { status: 'not_found', source, latencyMs: 1 },
    lei: { status: 'not_found', source, latencyMs: 1 },
  }
  const sources = {
    registers: { countries: ['CZ'], of: () => register },
    gleif: { source: { terms: { id: 'gleif' } } },
    companySnapshots: {},
  } as unknown as CollectContext['sources']
  const id = { kind: 'register', country: 'CZ', registerNumber: '45274649' } as const
  const { signals } = await collectSignals(id, company, '2026-11-01', { sources, signal: new AbortController().signal })
  return signals.map(({ finding }) => (finding.status === 'found' ? finding.value.events.map(({ summary }) => summary) : finding.status))
}

const found = (events: CompanyChanges['events']): RegisterFinding<CompanyChanges> => ({
  status: 'found',
  value: { events, truncated: null },
  source,
  latencyMs: 1,
})

test('a company that was deleted from its register has the event of that, though the register no longer has it', async () => {
  expect(await signalsOf(found([deleted]))).toEqual([['The entry was deleted from the public register']])
})

test('a company that the register never had has no signals', async () => {
  expect(await signalsOf(found([]))).toEqual([])
  expect(await signalsOf({ status: 'not_found', source, latencyMs: 1 })).toEqual([])
})

test('a feed that does not answer is said to be unavailable', async () => {
  expect(await signalsOf({ status: 'unavailable', reason: 'down', sourceId: 'ares', retryable: true, latencyMs: 1 })).toEqual([
    'unavailable',
  ])
})
