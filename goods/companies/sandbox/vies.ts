import { createHash } from 'node:crypto'
import { readVatNumber, vatPrefixes } from '../sources/vat-number.ts'
import { companyAt, dayOf } from './population/company-at.ts'
import { sandboxCompanies } from './population/sandbox-companies.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInRequest as Asked, StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const memberStates = vatPrefixes.filter((prefix) => !['GB', 'NO', 'CHE'].includes(prefix))

/** The numbers of the test service, and what it answers to each. */
const testNumbers: Readonly<Record<string, string>> = {
  '201': 'INVALID_INPUT',
  '202': 'INVALID_REQUESTER_INFO',
  '300': 'SERVICE_UNAVAILABLE',
  '301': 'MS_UNAVAILABLE',
  '302': 'TIMEOUT',
  '400': 'VAT_BLOCKED',
  '401': 'IP_BLOCKED',
  '500': 'GLOBAL_MAX_CONCURRENT_REQ',
  '501': 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  '600': 'MS_MAX_CONCURRENT_REQ',
  '601': 'MS_MAX_CONCURRENT_REQ_TIME',
}

/** They never show a name or an address. */
const silent = new Set(['DE', 'ES'])

const fault = (error: string, status = 200) => json({ actionSucceed: false, errorWrappers: [{ error }] }, status)
const gateway = (status: number) => ({ status, contentType: 'text/html', body: `<html><body><h1>${status}</h1></body></html>` })

interface Question {
  readonly countryCode: string
  readonly vatNumber: string
  readonly requesterMemberStateCode?: string
  readonly requesterNumber?: string
}

function questionIn(body: string): Question | null {
  try {
    const read = JSON.parse(body) as Question
    return typeof read.countryCode === 'string' && typeof read.vatNumber === 'string' ? read : null
  } catch {
    return null
  }
}

/** Name and address of a registered company; null for every other number. */
function holderOf(country: string, number: string, now: number): { name: string; address: string } | null {
  const company = sandboxCompanies.find(({ vatId }) => vatId === country + number)
  const state = company && companyAt(company, dayOf(now))
  if (!state?.vatRegistered) return null
  if (silent.has(country)) return { name: '---', address: '---' }
  return { name: state.name, address: `${state.street}\n${state.postalCode}  ${state.city.toUpperCase()}` }
}

/** Proof that this requester asked about this number on this day. */
function identifierOf({ countryCode, vatNumber, requesterMemberStateCode, requesterNumber }: Question, now: number): string {
  if (requesterMemberStateCode === undefined) return ''
  const of = [countryCode, vatNumber, requesterMemberStateCode, requesterNumber, dayOf(now)].join(' ')
  return `WAPIAAAA${createHash('sha256').update(of).digest('base64').replace(/[+/=]/g, '').slice(0, 8)}`
}

const unprocessed = ['Name', 'Street', 'PostalCode', 'City', 'CompanyType']

function posted(question: Question, holder: { name: string; address: string } | null, now: number): Reply {
  return json({
    countryCode: question.countryCode,
    vatNumber: question.vatNumber,
    requestDate: new Date(now).toISOString(),
    valid: holder !== null,
    requestIdentifier: identifierOf(question, now),
    name: holder?.name ?? '---',
    address: holder?.address ?? '---',
    ...Object.fromEntries(unprocessed.map((part) => [`trader${part}`, '---'])),
    ...Object.fromEntries(unprocessed.map((part) => [`trader${part}Match`, 'NOT_PROCESSED'])),
  })
}

/** The fault that a switch gave to this member state, or to the whole service. */
function faultAt(country: string, { faults }: Asked): string | null {
  return faults['all'] ?? faults[country] ?? null
}

function checkNumber(asked: Asked): Reply {
  const question = questionIn(asked.body)
  if (!question) return json({ actionSucceed: false, errorWrappers: [{ error: 'VOW-ERR-11', message: 'malformed request' }] }, 400)
  const { countryCode, vatNumber, requesterMemberStateCode, requesterNumber } = question
  const failing = faultAt(countryCode, asked)
  if (failing !== null) return fault(failing)
  if (!memberStates.includes(countryCode) || readVatNumber(countryCode + vatNumber).status === 'wrong_format')
    return fault('INVALID_INPUT', 400)
  if (requesterMemberStateCode !== undefined && readVatNumber(`${requesterMemberStateCode}${requesterNumber}`).status !== 'valid')
    return fault('INVALID_REQUESTER_INFO')
  return posted(question, holderOf(countryCode, vatNumber, asked.now), asked.now)
}

function testService(asked: Asked): Reply {
  const question = questionIn(asked.body)
  if (!question) return fault('VOW-ERR-11', 400)
  const { vatNumber } = question
  if (vatNumber === '100') return posted(question, { name: 'John Doe', address: '123 Main St, Anytown, UK' }, asked.now)
  if (vatNumber === '200') return posted(question, null, asked.now)
  return fault(testNumbers[vatNumber] ?? 'INVALID_INPUT')
}

function fetched(country: string, vatNumber: string, asked: Asked): Reply {
  const failing = faultAt(country, asked) ?? (memberStates.includes(country) ? null : 'INVALID_INPUT')
  const holder = failing === null ? holderOf(country, vatNumber, asked.now) : null
  const approximate = { name: '---', street: '---', postalCode: '---', city: '---', companyType: '---' }
  return json({
    isValid: holder !== null,
    requestDate: new Date(asked.now).toISOString(),
    userError: failing ?? (holder ? 'VALID' : 'INVALID'),
    name: holder?.name ?? '---',
    address: holder?.address ?? '---',
    requestIdentifier: '',
    originalVatNumber: vatNumber,
    vatNumber,
    viesApproximate: { ...approximate, matchName: 3, matchStreet: 3, matchPostalCode: 3, matchCity: 3, matchCompanyType: 3 },
  })
}

function status({ faults }: Asked): Reply {
  const availability = (country: string) => (faults[country] === 'MS_UNAVAILABLE' ? 'Unavailable' : 'Available')
  return json({
    vow: { available: faults['all'] !== 'SERVICE_UNAVAILABLE' },
    countries: memberStates.map((countryCode) => ({ countryCode, availability: availability(countryCode) })),
  })
}

/** https://ec.europa.eu/taxation_customs/vies/#/technical-information */
export const vies: StandIn = {
  answer(asked) {
    const { pathname } = asked.url
    if (pathname === '/check-status') return status(asked)
    if (asked.method === 'POST' && pathname === '/check-vat-number') return checkNumber(asked)
    if (asked.method === 'POST' && pathname === '/check-vat-test-service') return testService(asked)
    const [, country, number] = /^\/ms\/([A-Z]{2})\/vat\/([0-9A-Z+*]+)$/.exec(pathname) ?? []
    return country !== undefined && number !== undefined ? fetched(country, number, asked) : gateway(404)
  },
  partial: { parts: ['all', ...memberStates], faults: Object.values(testNumbers) },
  rateLimited: { ...gateway(429), headers: retryAfter },
  broken: gateway(502),
}
