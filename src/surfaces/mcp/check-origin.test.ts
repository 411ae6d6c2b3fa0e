import { describe, expect, test } from 'vitest'
import { foreignPage } from './check-origin.ts'

const live = 'https://api.example.com'
const local = 'http://127.0.0.1:4020'
const refused = (headers: Record<string, string>, publicUrl: string, behindProxy = false) =>
  foreignPage(new Headers(headers), publicUrl, behindProxy) !== null

describe('Host', () => {
  test.each([
    ['api.example.com', live],
    ['API.EXAMPLE.COM:443', live],
    ['10.0.0.7:4020', live],
    ['localhost:4020', live],
    ['127.0.0.1:4020', local],
    ['[::1]:4020', local],
    ['farthing.localhost', local],
  ])('%s may be asked of %s', (host, publicUrl) => {
    expect(refused({ Host: host }, publicUrl)).toBe(false)
  })

  test.each([
    ['attacker.example', live],
    ['attacker.example', local],
    ['api.example.com.attacker.example', live],
    ['localhost.attacker.example', local],
    ['127.0.0.1.attacker.example', local],
    ['attacker.example#@api.example.com', live],
    ['user@api.example.com', live],
    ['api.example.com/..', live],
    ['', local],
  ])('%j is not %s: a name that leads to us may be somebody else’s', (host, publicUrl) => {
    expect(refused({ Host: host }, publicUrl)).toBe(true)
  })

  test('is ignored behind a trusted proxy, except for a service on this machine', () => {
    expect(refused({ Host: 'farthing.internal' }, live, true)).toBe(false)
    expect(refused({ Host: 'attacker.example' }, local, true)).toBe(true)
  })

  test('may be missing, since only browsers always send it', () => {
    expect(refused({}, local)).toBe(false)
  })
})

describe('Origin', () => {
  test.each(['https://agent.example', 'null', 'http://localhost:6274'])('%s may ask a public service', (origin) => {
    expect(refused({ Origin: origin }, live)).toBe(false)
  })

  test.each(['http://localhost:6274', 'http://127.0.0.1:4020', 'http://[::1]:3000', 'http://app.localhost'])(
    '%s may ask a service on this machine',
    (origin) => {
      expect(refused({ Origin: origin }, local)).toBe(false)
    },
  )

  test.each(['https://attacker.example', 'null', 'file://', 'http://localhost.attacker.example', 'http://127.0.0.1.attacker.example'])(
    '%s may not',
    (origin) => {
      expect(refused({ Origin: origin }, local)).toBe(true)
    },
  )
})
