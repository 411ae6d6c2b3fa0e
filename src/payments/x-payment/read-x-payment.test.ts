import { PaymentPayloadV1Schema } from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { toHex } from '../../shared/bytes.ts'
import { formatUsd } from '../../shared/money.ts'
import { anyAuthorization, header } from '../x402/payment.fixture.ts'
import { hashForm, officialForm, transfer } from './x-payment.fixture.ts'
import type { HashPayment } from '../transaction-hash/read-hash-payment.ts'
import { readXPayment } from './read-x-payment.ts'

const json = (value: unknown) => JSON.stringify(value)

function readTransfer(value: unknown): HashPayment {
  const reading = readXPayment(header(value))
  if (reading.kind !== 'transaction-hash') throw new Error(`read as ${json(reading)}`)
  return reading.transfer
}

/** Amount of the inner JSON text. */
const amount = (text: string) => readTransfer(hashForm(`{"txHash":"${transfer.txHash}","amount":${text},"timestamp":1}`)).amount

function problem(text: string): { code: string; field: string | undefined; detail: string } {
  const reading = readXPayment(text)
  if (reading.kind !== 'refused') throw new Error('was read')
  return { code: reading.refusal.code, field: reading.refusal.options.field, detail: reading.refusal.message }
}

describe('the form with a transaction hash', () => {
  test('is read as the transfer that it names', () => {
    expect(readXPayment(header(hashForm()))).toEqual({
      kind: 'transaction-hash',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      transfer: { network: 'eip155:8453', transaction: transfer.txHash, amount: 7500n, timestamp: 1_795_230_481 },
    })
  })

  test('is the same payment as JSON and as base64 of it', () => {
    expect(readXPayment(json(hashForm()))).toEqual(readXPayment(header(hashForm())))
    expect(readXPayment(` ${json(hashForm())} `)).toEqual(readXPayment(json(hashForm())))
  })

  test.each([
    ['base', 'eip155:8453'],
    ['Base', 'eip155:8453'],
    ['ethereum', 'eip155:1'],
    ['mainnet', 'eip155:1'],
    ['polygon', 'eip155:137'],
    ['arbitrum', 'eip155:42161'],
    ['optimism', 'eip155:10'],
    ['skale', 'eip155:1187947933'],
    ...networks.map(({ id }): [string, string] => [id, id]),
  ])('takes the network %s', (name, id) => {
    expect(readTransfer(hashForm(transfer, { network: name })).network).toBe(id)
  })

  test.each([
    ['"0.0075"', 7500n],
    ['0.0075', 7500n],
    ['7500', 7500n],
    ['"7500"', 7500n],
    ['"1.0"', 1_000_000n],
    ['1.0', 1_000_000n],
    ['1', 1n],
    ['0.000001', 1n],
    ['9007199254740993', 9_007_199_254_740_993n],
  ])('understands the amount %s', (text, units) => {
    expect(amount(text)).toBe(units)
  })

  test.each([
    '1e3',
    '-1',
    '"-0.01"',
    '"0.0000001"',
    '0.0000001',
    '""',
    '"1."',
    '".5"',
    '"007"',
    '"0x10"',
    'null',
    'true',
    '[1]',
    '{}',
    '" 1"',
  ])('refuses the amount %s', (text) => {
    const inner = `{"txHash":"${transfer.txHash}","amount":${text},"timestamp":1}`
    expect(problem(header(hashForm(inner)))).toMatchObject({ code: 'malformed_payment', field: 'payload.amount' })
  })

  test.each([
    [1_795_230_481, 1_795_230_481],
    [1_795_230_481.75, 1_795_230_481],
    [1_795_230_481_750, 1_795_230_481],
    ['1795230481', 1_795_230_481],
    ['2026-11-21T02:28:01Z', 1_795_228_081],
    ['2026-11-21T03:28:01.5+01:00', 1_795_228_081],
  ])('reads the time %s', (written, seconds) => {
    expect(readTransfer(hashForm({ ...transfer, timestamp: written })).timestamp).toBe(seconds)
  })

  test('any amount, network and hash is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.constantFrom(...networks),
        fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.boolean(),
        (units, network, txHash, timestamp, raw) => {
          const usdc = formatUsd(units)
          for (const written of [String(units), usdc.includes('.') ? usdc : `${usdc}.0`]) {
            const payment = hashForm({ txHash, amount: written, timestamp }, { network: network.id })
            expect(readXPayment(raw ? json(payment) : header(payment))).toMatchObject({
              transfer: { network: network.id, transaction: txHash, amount: units, timestamp },
            })
          }
        },
      ),
    )
  })
})

describe('the official form of version 1', () => {
  test('becomes the same authorization as in version 2; what was accepted is what was signed', () => {
    PaymentPayloadV1Schema.parse(officialForm())
    expect(readXPayment(header(officialForm()))).toMatchObject({
      kind: 'authorization',
      credential: {
        protocol: 'x402-v1',
        proof: {
          kind: 'authorization',
          network: 'eip155:8453',
          asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          authorization: { from: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', value: 7500n, validBefore: 1_795_230_481n },
        },
        accepted: { payTo: '0x209693bc6afc0c5328ba36faf03c514ef312287c', amount: 7500n, extra: {} },
        paymentIdentifier: null,
      },
    })
  })

  test('any payload that fits the official schema and holds an authorization is read as it was signed', () => {
    fc.assert(
      fc.property(anyAuthorization, fc.constantFrom('base', 'ethereum', 'polygon'), ({ signature, ...authorization }, network) => {
        const { from, to, value, validAfter, validBefore, nonce } = authorization
        const strings = { from, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce }
        const payment = PaymentPayloadV1Schema.parse(officialForm({ network, payload: { signature, authorization: strings } }))
        const reading = readXPayment(header(payment))
        if (reading.kind !== 'authorization') throw new Error('not read')
        expect(reading.credential.proof).toMatchObject({ authorization: { ...authorization, signature } })
      }),
    )
  })
})

describe('an X-PAYMENT that is neither', () => {
  test.each([
    ['nothing', '', 'malformed_payment', 'X-PAYMENT'],
    ['text that is not base64', '%%%', 'malformed_payment', 'X-PAYMENT'],
    ['URL-safe base64', 'eyJh_-8', 'malformed_payment', 'X-PAYMENT'],
    ['broken JSON', '{"scheme":', 'malformed_payment', 'X-PAYMENT'],
    ['a list', header([1]), 'malformed_payment', 'X-PAYMENT'],
    ['an object in which a member comes twice', '{"scheme":"exact","scheme":"exact"}', 'malformed_payment', 'X-PAYMENT'],
    ['a key that reaches for a prototype', '{"__proto__":{"scheme":"exact"}}', 'malformed_payment', 'X-PAYMENT'],
    ['depth', '{"a":'.repeat(40) + '1' + '}'.repeat(40), 'malformed_payment', 'X-PAYMENT'],
    ['two headers of base64', `${header(hashForm())}, ${header(hashForm())}`, 'several_payments', 'X-PAYMENT'],
    ['two headers of JSON', `${json(hashForm())}, ${json(hashForm())}`, 'several_payments', 'X-PAYMENT'],
    ['a header that is too long', 'A'.repeat(8193), 'header_too_large', 'X-PAYMENT'],
    ['bytes that are not UTF-8', '{"scheme":"\u00ff"}', 'malformed_payment', 'X-PAYMENT'],
    ['a payment of version 2', header({ ...officialForm(), x402Version: 2 }), 'malformed_payment', 'x402Version'],
    ['an official form without a version', header({ ...officialForm(), x402Version: undefined }), 'malformed_payment', 'x402Version'],
    ['another scheme', header(hashForm(transfer, { scheme: 'upto' })), 'malformed_payment', 'scheme'],
    ['an unknown network', header(hashForm(transfer, { network: 'solana' })), 'malformed_payment', 'network'],
    ['an inherited name as network', header(hashForm(transfer, { network: 'constructor' })), 'malformed_payment', 'network'],
    ['no payload', header(hashForm(transfer, { payload: undefined })), 'malformed_payment', 'payload'],
    ['a payload that is not base64', header(hashForm(transfer, { payload: '{}' })), 'malformed_payment', 'payload'],
    ['a payload that names a member twice', header(hashForm('{"amount":1,"amount":2}')), 'malformed_payment', 'payload'],
    ['a short hash', header(hashForm({ ...transfer, txHash: '0x12' })), 'malformed_payment', 'payload.txHash'],
    ['a number as hash', header(hashForm({ ...transfer, txHash: 12 })), 'malformed_payment', 'payload.txHash'],
    ['no time', header(hashForm({ ...transfer, timestamp: undefined })), 'malformed_payment', 'payload.timestamp'],
    ['words as time', header(hashForm({ ...transfer, timestamp: 'yesterday' })), 'malformed_payment', 'payload.timestamp'],
  ])('is refused with the field: %s', (_, text, code, field) => {
    expect(problem(text)).toMatchObject({ code, field })
  })

  test('tells a client of version 2 where its payment belongs', () => {
    expect(problem(header({ ...officialForm(), x402Version: 2 })).detail).toContain('PAYMENT-SIGNATURE')
  })
})
