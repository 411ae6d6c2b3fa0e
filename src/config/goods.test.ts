import { expect, test } from 'vitest'
import { readGoodsSettings } from './goods.ts'

const text = { name: 'TIDES_PORT', what: 'A port.', secret: false, parse: (given: string) => given }

test('reads what is given, the default, and null', () => {
  const declared = {
    port: text,
    metres: { ...text, name: 'TIDES_METRES', default: '3', parse: Number },
    other: { ...text, name: 'TIDES_OTHER' },
  }
  const { values, errors } = readGoodsSettings('tides', declared, 'live', { TIDES_PORT: 'brest' })
  expect([values, errors]).toEqual([{ port: 'brest', metres: 3, other: null }, []])
})

test('a name of the service itself is refused, since the line would read what is not for it', () => {
  const { errors } = readGoodsSettings('tides', { key: { ...text, name: 'SIGNER_KEY' } }, 'live', {})
  expect(errors).toEqual(['SIGNER_KEY is a setting of the service, and the line tides declares it too'])
})

test('what is wrong with a value is said in the words of its line, and a secret is not repeated', () => {
  const parse = (given: string) => {
    throw new Error(`must not be ${given}`)
  }
  const env = { TIDES_PORT: 'hunter2' }
  expect(readGoodsSettings('tides', { port: { ...text, parse } }, 'live', env).errors).toEqual(['TIDES_PORT must not be hunter2'])
  const secret = readGoodsSettings('tides', { port: { ...text, parse, secret: true } }, 'live', env)
  expect(secret.errors).toEqual(['TIDES_PORT has a value that its line does not take'])
  expect(secret.secrets).toEqual(['hunter2'])
})
