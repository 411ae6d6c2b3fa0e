import { describe, expect, test } from 'vitest'
import { createTextPlaces } from '../text-places.ts'
import { describeSecrets, findSecrets, maskSecrets } from './find-secrets.ts'

const idsIn = (text: string) => findSecrets(text).map(({ id }) => id)
// Put together here, so that this file holds none.
const random = (length: number) => 'R4nd0mTok3nV4lu3Zx8Yw7Qp2Lm9Nb5Vc6TaKj1Hg3Fd8Sa2Qw4Er6Ty8Ui0Op'.repeat(3).slice(0, length)
const keyId = 'Q3EGTRWLPZ7M5VNA'
const hidden = 'PRIVATE'
const password = 's3cr3tPw99'
const digits = (length: number) => '284756193018273645546'.slice(0, length)
const hex = (length: number) => '9f3c1a7be05d48266e81b7f2c94d03a5'.repeat(4).slice(0, length)

describe('a secret', () => {
  test.each([
    ['github', `token: ghp_${random(36)}`],
    ['slack', `xoxb-${digits(10)}-${digits(12)}-${random(24)}`],
    ['stripe', `stripe.api_key = "sk_live_${random(24)}"`],
    ['google-api', `key=AIza${random(35)}`],
    ['npm', `//registry/:_authToken=npm_${random(36)}`],
    ['sendgrid', `SG.${random(22)}.${random(43)}`],
    ['digitalocean', `dop_v1_${hex(64)}`],
    ['telegram', `bot = "718293645:AA${random(33)}"`],
    ['azure-storage', `AccountName=a;AccountKey=${random(86)}==`],
    ['anthropic', `sk-ant-api03-${random(93)}`],
  ])('of the form %s is found', (id, text) => {
    expect(idsIn(text)).toEqual([id])
  })

  test('of AWS counts as a pair where its id is near', () => {
    const pair = `aws_access_key_id = AKIA${keyId}\naws_secret_access_key = ${random(40)}\n`
    expect(findSecrets(pair).map(({ id, severity }) => [id, severity])).toEqual([
      ['aws', 'critical'],
      ['aws-secret', 'critical'],
    ])
    expect(idsIn(`AKIA${keyId}`)).toEqual(['aws'])
  })

  test('is found as a private key, a signed token and in an address', () => {
    expect(idsIn(`-----BEGIN RSA ${hidden} KEY-----\n${random(64)}\n${random(64)}\n-----END RSA ${hidden} KEY-----`)).toEqual([
      'private-key',
    ])
    expect(idsIn(`t = "eyJhbGciOiJIUzI1NiJ9.eyJ1aWQiOjg4MTd9.${random(43)}"`)).toEqual(['jwt'])
    expect(idsIn(`DATABASE_URL=postgres://app:${password}@db.internal:5432/app`)).toEqual(['connection'])
  })

  test('is found by the name that it is given to', () => {
    expect(idsIn(`password = "${password}"`)).toEqual(['password'])
    expect(idsIn(`const config = { apiKey: '${random(32)}' }`)).toEqual(['assigned'])
    expect(idsIn(`"client_secret": "${random(30)}"`)).toEqual(['assigned'])
    expect(idsIn(`API_TOKEN=${random(32)}`)).toEqual(['assigned'])
  })
})

describe('no secret', () => {
  test.each([
    'password = "changeme"',
    'password = "your-password-here"',
    'password = os.environ["PASSWORD"]',
    'PASSWORD_RESET_URL = "/account/reset"',
    'const passwordField = "user_password"',
    'input.type = "password"',
    'api_key = "${API_KEY}"',
    'token: "{{ secrets.TOKEN }}"',
    'AWS_ACCESS_KEY_ID = "AKIAIOSFODNN7EXAMPLE"',
    `sha256 = "${hex(64)}"`,
    'token = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'postgres://user:password@localhost:5432/app',
    'postgres://user:pass@example.com/db',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'label = "Enter your password"',
    'secret = "abcdefghijklmnopqrstuvwxyz"',
  ])('is %s', (text) => {
    expect(idsIn(text)).toEqual([])
  })
})

test('a secret is masked wherever its text is quoted, and its finding does not name it', () => {
  const secret = `ghp_${random(36)}`
  const text = `a = 1\ntoken = "${secret}"\n`
  const secrets = findSecrets(text)
  const masked = maskSecrets(text, secrets)
  expect(masked).toBe(`a = 1\ntoken = "ghp_${'*'.repeat(36)}"\n`)
  const [finding] = describeSecrets(secrets, 'a.py', createTextPlaces(text))
  expect(finding?.at).toEqual({ line: 2, column: 10, endLine: 2, endColumn: 50 })
  expect(JSON.stringify(finding)).not.toContain(random(10))
})

test('guessed secrets of tests weigh little, and tokens of issuers do not', () => {
  const text = `password = "${password}"\nx = "ghp_${random(36)}"`
  const found = (file: string) => describeSecrets(findSecrets(text), file, createTextPlaces(text)).map(({ severity }) => severity)
  expect(found('src/app.py')).toEqual(['medium', 'high'])
  expect(found('tests/test_app.py')).toEqual(['info', 'high'])
})

test('a text made to be slow takes little time', () => {
  const texts = [
    'eyJ'.repeat(33_000),
    'password="'.repeat(10_000),
    'a'.repeat(100_000),
    '-----BEGIN PRIVATE KEY-----\n'.repeat(3_500),
    'http://a:'.repeat(11_000),
  ]
  for (const text of texts) {
    const from = process.cpuUsage()
    findSecrets(text)
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(1_500)
  }
})
