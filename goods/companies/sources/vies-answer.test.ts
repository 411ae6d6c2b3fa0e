import { expect, test } from 'vitest'
import type { UpstreamResponse } from '../../../src/net/exchange.ts'
import { compareCompanyNames } from '../../../src/names/compare-company-names.ts'
import { readViesAnswer } from './vies-answer.ts'

const answering = (name: string): UpstreamResponse => {
  const body = { isValid: true, userError: 'VALID', requestDate: '2026-11-01T10:00:00.000Z', name, address: '---', vatNumber: '998214300' }
  return { status: 200, header: () => 'application/json', body: Buffer.from(JSON.stringify(body)) } as unknown as UpstreamResponse
}

function registrationOf(name: string) {
  const answer = readViesAnswer(answering(name), { country: 'EL', number: '998214300' })
  if (answer.kind !== 'verdict') throw new Error(answer.kind)
  return answer.registration
}

test('Greece gives the legal name and the title in one field: both are named, and either is the company', () => {
  const registration = registrationOf('ΕΛΑΙΟΥΡΓΙΚΗ ΜΕΣΑΡΑΣ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ||ΜΕΣΑΡΑ')
  expect(registration).toMatchObject({
    name: 'ΕΛΑΙΟΥΡΓΙΚΗ ΜΕΣΑΡΑΣ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ (ΜΕΣΑΡΑ)',
    legalName: 'ΕΛΑΙΟΥΡΓΙΚΗ ΜΕΣΑΡΑΣ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ',
    tradeName: 'ΜΕΣΑΡΑ',
  })
  expect(compareCompanyNames('Elaiourgiki Mesaras AE', registration.name!).verdict).toBe('same')
  expect(compareCompanyNames('Μεσαρά', registration.tradeName!).verdict).toBe('same')
  expect(compareCompanyNames('Μεσαρά', registration.name!).verdict).toBe('similar')
})

test.each(['ΑΛΦΑ ΑΕ||', '||ΑΛΦΑ ΑΕ', 'ΑΛΦΑ ΑΕ||---', 'ΑΛΦΑ ΑΕ || ΑΛΦΑ ΑΕ', ' ΑΛΦΑ ΑΕ '])('one name in %s is printed as it is', (name) => {
  expect(registrationOf(name)).toMatchObject({ name: 'ΑΛΦΑ ΑΕ', legalName: 'ΑΛΦΑ ΑΕ', tradeName: null })
})

test.each(['---', '', '||', '---||---'])('no name in %j is null', (name) => {
  expect(registrationOf(name)).toMatchObject({ name: null, legalName: null, tradeName: null })
})
