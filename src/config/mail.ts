import { SettingError, type Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import type { MailServer } from '../shared/mail.ts'

const ports = { 'smtp:': 587, 'smtps:': 465 } as const

/** It contains a password, so errors never repeat it. */
function mailServer(value: string): MailServer {
  const url = URL.canParse(value) ? new URL(value) : null
  const port = ports[url?.protocol as keyof typeof ports]
  if (url === null || port === undefined || url.hostname === '' || url.search !== '' || url.hash !== '' || url.pathname.length > 1)
    throw new SettingError('must be smtp://user:password@host:port or smtps://…, without a path')
  if ((url.username === '') !== (url.password === '')) throw new SettingError('must have a user and a password, or neither')
  const text = (part: string) => (part === '' ? null : decoded(part))
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? port : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    needsTls: url.username !== '' && !format.isLoopback(url.hostname),
    user: text(url.username),
    password: text(url.password),
  }
}

function decoded(part: string): string {
  const text = percentDecoded(part)
  if (text === null) throw new SettingError('must have its user and its password percent-encoded')
  return text
}

function percentDecoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function mailAddress(value: string): string {
  if (!/^[^\s@<>(),;:"\\/]{1,64}@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/i.test(value))
    throw new SettingError('must be plain e-mail addresses, such as ops@example.org')
  return value
}

/** Alarms and sums of the day, sent to people. */
export const mailSettings = {
  mailServer: {
    name: 'SMTP_URL',
    what: 'A mail server, as `smtp://user:password@host:587` (with STARTTLS) or `smtps://…` (port 465). With it, alarms and a sum of each day are sent to `MAIL_TO`, see [docs/operate/hooks.md](docs/operate/hooks.md#by-e-mail). It may be on a private network.',
    secret: true,
    secretParts: passwordsOf,
    parse: mailServer,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    what: 'The sender of these mails. Required with `SMTP_URL`.',
    parse: mailAddress,
  },
  mailTo: {
    name: 'MAIL_TO',
    what: 'Who gets these mails, separated by commas. Required with `SMTP_URL`.',
    parse: format.some(mailAddress),
  },
} as const satisfies Record<string, Setting<unknown>>

/** What a log must not show. */
function passwordsOf(text: string): readonly string[] {
  const password = URL.canParse(text) ? new URL(text).password : ''
  return password === '' ? [] : [password, percentDecoded(password) ?? password]
}

/** What is wrong with these settings together. */
export function mailErrors(values: {
  readonly mailServer: MailServer | null
  readonly mailFrom: string | null
  readonly mailTo: readonly string[] | null
}): readonly string[] {
  const set = [values.mailServer, values.mailFrom, values.mailTo].filter((value) => value !== null)
  return set.length === 0 || set.length === 3 ? [] : ['SMTP_URL, MAIL_FROM and MAIL_TO belong together: set all three, or none']
}
