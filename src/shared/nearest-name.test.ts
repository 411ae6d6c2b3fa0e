import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['RPC_URL_POLYGON', 'RPC_URL_BASE', 'PAY_TO', 'MODE', 'PORT', 'HOST', 'WORKERS', 'DATABASE_URL']

test.each([
  ['RPC_URL_POLYGN', 'RPC_URL_POLYGON'],
  ['RPC_URL_BAES', 'RPC_URL_BASE'],
  ['rpc-url-base', 'RPC_URL_BASE'],
  ['PAYTO', 'PAY_TO'],
  ['MDOE', 'MODE'],
  ['PROT', 'PORT'],
  ['WORKER', 'WORKERS'],
  ['DATABSE_URL', 'DATABASE_URL'],
])('%s is nearest to %s', (given, nearest) => {
  expect(nearestName(given, names)).toBe(nearest)
})

test.each(['HOME', 'POST', 'MODEL', 'PATH', 'LANG', 'HOSTNAME', 'POSTGRES_URL', 'RPC_URL_GNOSIS', ''])(
  'nothing is near to "%s"',
  (given) => {
    expect(nearestName(given, names)).toBeNull()
  },
)
