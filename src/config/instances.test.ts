import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { errorsOf } from './config.fixture.ts'

describe('calls during shutdown', () => {
  const shared = { DATABASE_URL: 'postgres://farthing@127.0.0.1:5432/ledger', MPP_SECRET: 'the-same-for-all-of-the-instances' }

  test('are accepted for a moment when instances share the ledger, and otherwise not', () => {
    expect(loadConfig({}).drainSeconds).toBe(0)
    expect(loadConfig(shared).drainSeconds).toBe(5)
  })

  test('are accepted for as long as the settings say', () => {
    expect(loadConfig({ DRAIN_SECONDS: '12' }).drainSeconds).toBe(12)
    expect(loadConfig({ ...shared, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  })
})

describe('several processes', () => {
  test('need a shared ledger', () => {
    expect(errorsOf({ WORKERS: '2' })).toEqual([expect.stringContaining('WORKERS above 1 needs DATABASE_URL')])
    const shared = { DATABASE_URL: 'postgres://farthing@127.0.0.1:5432/ledger', MPP_SECRET: 'the-same-for-all-of-the-instances' }
    expect(loadConfig({ ...shared, WORKERS: '2' }).workers).toBe(2)
    expect(loadConfig({ WORKERS: '1' }).workers).toBe(1)
  })

  test('need a valid database URL', () => {
    expect(errorsOf({ WORKERS: '2', DATABASE_URL: 'mysql://ledger' })).toEqual([expect.stringMatching(/^DATABASE_URL /)])
  })
})

describe('a ledger that instances share', () => {
  const url = 'postgres://me:hunter2hunter2@db.example.com/ledger'
  const secret = 'm'.repeat(32)

  test('has an address, which is a secret', () => {
    const config = loadConfig({ DATABASE_URL: url, MPP_SECRET: secret })
    expect(config.databaseUrl).toBe(url)
    expect(config.secrets).toContain(url)
    expect(loadConfig({}).databaseUrl).toBeNull()
  })

  test('needs a shared secret for challenges', () => {
    expect(errorsOf({ DATABASE_URL: url })).toEqual([expect.stringMatching(/^MPP_SECRET is required with DATABASE_URL/)])
    expect(errorsOf({ DATABASE_URL: url, MPP_SECRET: 'short' })).toEqual([expect.stringMatching(/^MPP_SECRET must/)])
  })

  test('is refused when its address is not a PostgreSQL address, without repeating it', () => {
    for (const wrong of ['db.example.com', url.replace('postgres', 'mysql'), url.replace(':', '')]) {
      const errors = errorsOf({ DATABASE_URL: wrong, MPP_SECRET: secret })
      expect(errors).toEqual([expect.stringMatching(/^DATABASE_URL must/)])
      expect(errors.join()).not.toMatch(/hunter2|db\.example/)
    }
  })
})
