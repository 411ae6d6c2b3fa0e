import { describe, expect, test } from 'vitest'
import { mailErrors, mailSettings } from './mail.ts'

const { parse, secretParts } = mailSettings.mailServer

describe('SMTP_URL', () => {
  test('names host, port, TLS and who signs in', () => {
    expect(parse('smtp://ops:p%40ss@mail.example.org')).toEqual({
      host: 'mail.example.org',
      port: 587,
      isSecure: false,
      needsTls: true,
      user: 'ops',
      password: 'p@ss',
    })
    expect(parse('smtps://mail.example.org:2465')).toMatchObject({
      port: 2465,
      isSecure: true,
      needsTls: false,
      user: null,
      password: null,
    })
    expect(parse('smtp://ops:pass@127.0.0.1:25')).toMatchObject({ host: '127.0.0.1', needsTls: false })
    expect(parse('smtp://[::1]:25').host).toBe('::1')
  })

  test.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://ops@mail.example.org',
    'smtp://mail.example.org/inbox',
    'smtp://ops:%zz@mail.example.org',
    'smtp://mail.example.org?tls=no',
  ])('is refused as %s, without saying it again', (text) => {
    expect(() => parse(text)).toThrow(/^must (?!.*example\.org.*example)/)
  })

  test('hides its password from the log in both forms', () => {
    expect(secretParts('smtp://ops:p%40ss@mail.example.org')).toEqual(['p%40ss', 'p@ss'])
    expect(secretParts('smtp://ops:%zz@mail.example.org')).toEqual(['%zz', '%zz'])
    expect(secretParts('smtp://mail.example.org')).toEqual([])
  })

  test('needs a sender and receivers', () => {
    const mailServer = parse('smtp://mail.example.org')
    expect(mailErrors({ mailServer, mailFrom: 'a@example.org', mailTo: ['b@example.org'] })).toEqual([])
    expect(mailErrors({ mailServer: null, mailFrom: null, mailTo: null })).toEqual([])
    expect(mailErrors({ mailServer, mailFrom: 'a@example.org', mailTo: null })).toEqual([expect.stringContaining('set all three')])
    expect(() => mailSettings.mailTo.parse('b@example.org,Anna <c@example.org>')).toThrow('plain e-mail addresses')
  })
})
