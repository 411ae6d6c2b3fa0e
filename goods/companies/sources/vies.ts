import { Problem, source } from '../../../src/goods/door.ts'
import { createBreaker, type Feed, type Source, type SourceTools } from '../../../src/goods/kit/http.ts'
import { findThrough, NoVerdict } from './find-through.ts'
import { createMemberStates } from './member-states.ts'
import type { VatRegistration, VatRegistry } from './vat-and-lei.ts'
import { readViesAnswer, readViesStatus, type ViesAnswer, type ViesStatus } from './vies-answer.ts'

export const vies = source({
  id: 'vies',
  name: 'VIES, the VAT Information Exchange System of the European Commission',
  licence: 'Reuse by Commission Decision 2011/833/EU',
  attribution: 'Source: European Commission, VIES, with data of the member states',
  resale: 'open',
  homepage: 'https://ec.europa.eu/taxation_customs/vies/',
  baseUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  standing: 'publisher',
  create: createVies,
})

export interface Vies extends VatRegistry {
  readonly source: Source
  /** By member state and number, `CZ 45274649`; null where VIES refuses the form of the number. */
  readonly numbers: Feed<VatRegistration | null>
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** It asks the member state while we wait, so it takes longer than other sources: 8 seconds with the default limits. */
const patience = 4
const maxRetries = 2

function createVies(source: Source, { clock, timers, limits, settings }: SourceTools): Vies {
  // The operator's own VAT number with its prefix, which makes VIES give a consultation number.
  const requester = typeof settings['viesRequester'] === 'string' ? settings['viesRequester'] : undefined
  const states = createMemberStates({ clock, breaker: limits.breaker })
  // While it blocks us, a request would only prolong that.
  const block = createBreaker(clock)

  const ask = (country: string, number: string, signal: AbortSignal): Promise<ViesAnswer> =>
    source.ask(
      {
        path: '/check-vat-number',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ countryCode: country, vatNumber: number, ...requesterOf(requester) }),
        alsoAccept: [400],
        maxBytes: 50_000,
        timeoutMs: limits.timeoutMs * patience,
        read: (answer) => readViesAnswer(answer, { country, number }),
      },
      signal,
    )

  const verdict = async (country: string, number: string, signal: AbortSignal): Promise<VatRegistration | null> => {
    for (let tried = 0; ; tried++) {
      const answer = await ask(country, number, signal)
      if (answer.kind === 'verdict') return answer.registration
      if (answer.kind === 'invalid_input') return null
      if (answer.code === 'vies_ip_blocked') block.pausedFor(minute)
      if (!answer.soon || tried >= maxRetries) throw new NoVerdict(answer.code, answer.reason, answer.retryable)
      await timers.sleep(limits.attempts.backoffMs * 5 * 2 ** tried, signal)
    }
  }

  const numbers = source.feed<VatRegistration | null>({
    name: 'numbers',
    size: 10_000,
    budgetMs: limits.budgetMs * patience,
    freshness: (value, fetchedAt) => {
      const freshUntil = fetchedAt + (value?.registered === true ? day : hour)
      // A number may be registered in the next hour, so an old "no" is not used.
      const staleUntil = value?.registered === true ? fetchedAt + 7 * day : freshUntil
      return { refreshAt: freshUntil, freshUntil, staleUntil }
    },
    asOf: (value) => value && Date.parse(value.checkedAt),
    address: (key) => `/ms/${key.replace(' ', '/vat/')}`,
    load(key, signal) {
      const [country = '', number = ''] = key.split(' ')
      if (block.state() === 'paused') throw new NoVerdict('vies_ip_blocked', 'blocked', false)
      if (isDown(status.cached('')?.value ?? null, country)) throw new NoVerdict('vies_ms_unavailable', 'down', true)
      return states.run(country, signal, () => verdict(country, number, signal))
    },
  })

  const status = source.feed<ViesStatus>({
    name: 'status',
    size: 1,
    freshness: (_, fetchedAt) => ({ refreshAt: fetchedAt + minute, freshUntil: fetchedAt + minute, staleUntil: fetchedAt + minute }),
    asOf: () => null,
    address: () => '/check-status',
    load: (_, signal) => source.ask({ path: '/check-status', maxBytes: 50_000, read: readViesStatus }, signal),
  })

  return {
    source,
    numbers,
    async check(country, number, signal) {
      // No call waits for it, and without it the member state itself says that it is down.
      if (source.enabled) void status.get('').catch(() => {})
      const present = (value: VatRegistration | null) => {
        if (value) return value
        throw new Problem('invalid_input', 'VIES refuses the form of this VAT number.', {
          expected: 'a VAT number in the form of its country',
        })
      }
      return findThrough(numbers, `${country} ${number}`, { sourceId: source.terms.id, clock, signal, present })
    },
  }
}

function isDown(status: ViesStatus | null, country: string): boolean {
  return status !== null && (!status.available || status.down.has(country))
}

function requesterOf(requester: string | undefined): { requesterMemberStateCode?: string; requesterNumber?: string } {
  return requester === undefined ? {} : { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }
}
