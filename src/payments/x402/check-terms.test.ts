import { describe, expect, test } from 'vitest'
import { findNetwork, networks } from '../../chain/networks.ts'
import type { Credential } from '../wire/credential.ts'
import { refusalDetails } from '../wire/refusals.ts'
import { checkTerms, type AcceptedTerms } from './check-terms.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { header, withMember } from './payment.fixture.ts'

const now = 1_795_230_181
const terms: AcceptedTerms = {
  networks: new Map(networks.map((network) => [network.id, network])),
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  prices: [7500n, 5000n],
  now,
  neededSeconds: 60,
}

function credential(...members: [path: string, value: unknown][]): Credential {
  const payload = members.reduce(
    (all, [path, value]) => merge(all, path, value),
    withMember('payload.authorization.validBefore', String(now + 300)),
  )
  const decoded = decodePaymentSignature(header(payload))
  if (!decoded.ok) throw decoded.problem
  return decoded.credential
}
function merge(payload: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [name, ...rest] = path.split('.') as [string, ...string[]]
  const child = rest.length === 0 ? value : merge(payload[name] as Record<string, unknown>, rest.join('.'), value)
  return { ...payload, [name]: child }
}

describe('a credential that fits the terms', () => {
  test('is not refused', () => expect(checkTerms(credential(), terms)).toBeNull())

  test('may be for an earlier price that is still accepted', () => {
    expect(checkTerms(credential(['accepted.amount', '5000'], ['payload.authorization.value', '5000']), terms)).toBeNull()
  })

  test.each(networks.map((network) => [network.name, network] as const))('may be for %s', (_, { id, asset, domain }) => {
    expect(
      checkTerms(credential(['accepted.network', id], ['accepted.asset', asset.toLowerCase()], ['accepted.extra', domain]), terms),
    ).toBeNull()
  })

  test('may write addresses in any case, and leave the signing domain out', () => {
    const payTo = terms.payTo.toLowerCase()
    expect(checkTerms(credential(['accepted.payTo', payTo], ['payload.authorization.to', payTo], ['accepted.extra', {}]), terms)).toBeNull()
  })

  test.each([now + 60, now + 3600])('may be valid until %i', (validBefore) => {
    expect(checkTerms(credential(['payload.authorization.validBefore', String(validBefore)]), terms)).toBeNull()
  })
})

describe('a credential is refused, with the field and what was expected,', () => {
  const somebody = `0x${'77'.repeat(20)}`
  const cases: [string, [string, unknown][], string, string][] = [
    ['on a network that is not offered', [['accepted.network', 'eip155:84532']], 'invalid_exact_evm_network_mismatch', 'accepted.network'],
    ['in another token', [['accepted.asset', findNetwork('eip155:137')?.asset]], 'invalid_payment_requirements', 'accepted.asset'],
    ['when it accepted another payee', [['accepted.payTo', somebody]], 'invalid_exact_evm_recipient_mismatch', 'accepted.payTo'],
    [
      'when it pays another payee',
      [['payload.authorization.to', somebody]],
      'invalid_exact_evm_recipient_mismatch',
      'payload.authorization.to',
    ],
    [
      'for a price that we do not ask',
      [['accepted.amount', '7499']],
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'accepted.amount',
    ],
    [
      'when it pays less',
      [['payload.authorization.value', '7499']],
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'payload.authorization.value',
    ],
    [
      'when it pays more',
      [['payload.authorization.value', '7501']],
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'payload.authorization.value',
    ],
    [
      'when it pays the old price for the new one',
      [['payload.authorization.value', '5000']],
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'payload.authorization.value',
    ],
    [
      'with another domain name',
      [['accepted.extra', { name: 'USDC', version: '2' }]],
      'invalid_exact_evm_token_name_mismatch',
      'accepted.extra.name',
    ],
    [
      'with another domain version',
      [['accepted.extra', { name: 'USD Coin', version: 2 }]],
      'invalid_exact_evm_token_version_mismatch',
      'accepted.extra.version',
    ],
    [
      'before its window',
      [['payload.authorization.validAfter', String(now + 6)]],
      'invalid_exact_evm_payload_authorization_valid_after',
      'payload.authorization.validAfter',
    ],
    [
      'after its window',
      [['payload.authorization.validBefore', '1']],
      'invalid_exact_evm_payload_authorization_valid_before',
      'payload.authorization.validBefore',
    ],
    [
      'too near its end',
      [['payload.authorization.validBefore', String(now + 59)]],
      'invalid_exact_evm_payload_authorization_valid_before',
      'payload.authorization.validBefore',
    ],
    [
      'when its window reaches too far',
      [['payload.authorization.validBefore', String(now + 3661)]],
      'invalid_exact_evm_payload_authorization_valid_before',
      'payload.authorization.validBefore',
    ],
    [
      'when it is valid for ever',
      [['payload.authorization.validBefore', String((1n << 256n) - 1n)]],
      'invalid_exact_evm_payload_authorization_valid_before',
      'payload.authorization.validBefore',
    ],
  ]
  test.each(cases)('%s', (_, members, code, field) => {
    const refusal = checkTerms(credential(...members), terms)
    if (refusal === null) throw new Error('was taken')
    expect(refusal).toMatchObject({ code, options: { field } })
    const { expected, received } = refusal.options
    expect(expected).toBeTruthy()
    expect(received).toBeTruthy()
    expect(expected).not.toBe(received)
    expect(refusalDetails(refusal).fix).toMatch(/\w+.*\.$/)
    expect(refusal.message).toContain(field)
  })

  test('but a signer whose clock is some seconds fast is not: neither an hour nor a start by that clock', () => {
    for (const fast of [0, 5, 30, 60])
      expect(checkTerms(credential(['payload.authorization.validBefore', String(now + 3600 + fast)]), terms)).toBeNull()
    for (const fast of [0, 1, 5]) expect(checkTerms(credential(['payload.authorization.validAfter', String(now + fast)]), terms)).toBeNull()
  })

  test('by the first check that fails, from the network to the window', () => {
    const wrongInAll: [string, unknown][] = [
      ['accepted.network', 'eip155:84532'],
      ['accepted.asset', somebody],
      ['accepted.payTo', somebody],
      ['accepted.amount', '1'],
      ['accepted.extra', { name: 'x' }],
      ['payload.authorization.validBefore', '1'],
    ]
    const right: Record<string, unknown> = {
      'accepted.network': 'eip155:8453',
      'accepted.asset': findNetwork('eip155:8453')?.asset,
      'accepted.payTo': terms.payTo,
      'accepted.amount': '7500',
      'accepted.extra': {},
    }
    const fields = wrongInAll.map(
      (_, mended) =>
        checkTerms(
          credential(...wrongInAll.map(([path, value], at): [string, unknown] => [path, at < mended ? right[path] : value])),
          terms,
        )?.options.field,
    )
    expect(fields).toEqual([
      'accepted.network',
      'accepted.asset',
      'accepted.payTo',
      'accepted.amount',
      'accepted.extra.name',
      'payload.authorization.validBefore',
    ])
  })
})
