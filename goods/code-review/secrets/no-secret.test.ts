import { describe, expect, test } from 'vitest'
import { isNoSecret } from './no-secret.ts'

describe('a text under a name that speaks of a secret', () => {
  test.each([
    ['TOKEN_KEY', 'NextToken'],
    ['PASSWORD_FIELD', 'password'],
    ['TOKEN_URL', 'https://auth.example.com/oauth/token'],
    ['PASSWORD_HASHER', 'argon2'],
    ['SECRET_NAME', 'prod/db/password'],
    ['CSRF_TOKEN_HEADER', 'X-CSRF-Token'],
    ['TOKEN_TYPE', 'Bearer'],
    ['token', 'keyword'],
    ['token', '#bygroup'],
    ['password', '-'],
    ['password', '********'],
    ['password_regex', '^[a-z]{8,}$'],
    ['PASSWORD_PROMPT', 'Password: '],
    ['NEXT_PAGE_TOKEN', 'nextPageToken'],
    ['client_secret', 'CLIENT_SECRET'],
  ])('is none: %s = %s', (name, value) => {
    expect(isNoSecret(name, value)).toBe(true)
  })

  test.each([
    ['DB_PASSWORD', 'Gm7!vQ2x_hT9'],
    ['password', 'hunter2'],
    ['password', 'sunshine'],
    ['SECRET_KEY', 'k3y-4f8a9c2e7b1d'],
    ['api_key', '9f3c1a7be05d48266e81b7f2c94d03a5'],
    ['DATABASE_PASSWORD', 'postgres://app:s3cr3t@db/app'],
  ])('may be one: %s = %s', (name, value) => {
    expect(isNoSecret(name, value)).toBe(false)
  })
})
