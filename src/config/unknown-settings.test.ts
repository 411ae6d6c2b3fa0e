import { expect, test } from 'vitest'
import { settingVariables } from './config.ts'
import { unknownSettings, unknownSettingText } from './unknown-settings.ts'

test('no setting of ours, and nothing of a usual environment, counts as unknown', () => {
  const ours = Object.fromEntries(settingVariables().map((name) => [name, 'x']))
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'SHELL',
    'PWD',
    'LANG',
    'TERM',
    'NODE_ENV',
    'POSTGRES_URL',
    'MODEL',
    'PORTS',
    'POST',
    'DEMO',
    'SHOT',
    'npm_config_port',
  ]
  expect(unknownSettings({ ...ours, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([])
  expect(unknownSettings({ RPC_URL_POLYGN: ' ' })).toEqual([])
})

test.each([
  ['RPC_URL_POLYGN', 'RPC_URL_POLYGN is not a setting: did you mean RPC_URL_POLYGON?'],
  ['RPC_URL_GNOSIS', 'RPC_URL_GNOSIS is not a setting of this version'],
  ['SIGNER_KEY_FIEL', 'SIGNER_KEY_FIEL is not a setting: did you mean SIGNER_KEY_FILE?'],
  ['PRTO', 'PRTO is not a setting: did you mean PORT?'],
  ['DATABSE_URL', 'DATABSE_URL is not a setting: did you mean DATABASE_URL?'],
])('%s is said with the nearest name', (name, text) => {
  expect(unknownSettings({ [name]: 'x' }).map(unknownSettingText)).toEqual([text])
})
