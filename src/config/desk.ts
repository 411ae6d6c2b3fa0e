import { SettingError, type Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** A token of the desk, with the name that the audit trail shows. */
export interface DeskToken {
  readonly name: string
  readonly scope: 'read' | 'refund' | 'price' | 'admin'
  readonly token: string
}

function token(value: string): string {
  if (!/^[!-9;-~]{32,}$/.test(value) || value.includes(','))
    throw new SettingError('must have at least 32 characters, without spaces, commas and colons')
  return value
}

function scopedToken(value: string): DeskToken {
  const [, name, scope, text] = /^([a-z0-9][a-z0-9-]{0,31}):(read|refund|price|admin):(.+)$/.exec(value) ?? []
  if (name === undefined || text === undefined)
    throw new SettingError(
      'must be name:scope:token, with a name of lower-case letters, digits and hyphens, and a scope of read, refund, price or admin',
    )
  return { name, scope: scope as DeskToken['scope'], token: token(text) }
}

function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new SettingError('must be the name of a time zone, such as Europe/Paris')
  }
}

/** The desk of the operator, at `/operator`. */
export const deskSettings = {
  operatorToken: {
    name: 'OPERATOR_TOKEN',
    what: 'Switches on the desk at `/operator`, and signs in to it; at least 32 characters. It may do everything there. With `METRICS_PORT` the desk is served on that port alone.',
    secret: true,
    parse: token,
  },
  operatorTokens: {
    name: 'OPERATOR_TOKENS',
    what: 'Further tokens of the desk, as `name:scope:token`, separated by commas. Scopes: `read`; `refund` (reads, refunds, credits, retries); `price` (reads, changes prices); `admin` (everything).',
    secret: true,
    secretParts: (text) => text.split(',').map((entry) => entry.slice(entry.lastIndexOf(':') + 1).trim()),
    parse: format.some(scopedToken),
  },
  operatorTimeZone: {
    name: 'OPERATOR_TIME_ZONE',
    what: 'The time zone in which the pages of the desk show times; days of reports are UTC.',
    default: 'UTC',
    parse: timeZone,
  },
} as const satisfies Record<string, Setting<unknown>>

/** What is wrong with these settings together. */
export function deskErrors({
  operatorToken,
  operatorTokens,
}: {
  readonly operatorToken: string | null
  readonly operatorTokens: readonly DeskToken[] | null
}): readonly string[] {
  const further = operatorTokens ?? []
  if (operatorToken === null) return further.length === 0 ? [] : ['OPERATOR_TOKENS needs OPERATOR_TOKEN: without it the desk is off']
  const names = new Set(['admin', ...further.map(({ name }) => name)])
  const tokens = new Set([operatorToken, ...further.map((one) => one.token)])
  if (names.size <= further.length) return ['OPERATOR_TOKENS must give each token a name of its own; admin is the name of OPERATOR_TOKEN']
  return tokens.size <= further.length ? ['OPERATOR_TOKENS must have another token for each name'] : []
}

/** Every token of the desk; none where it is off. */
export function deskTokens({
  operatorToken,
  operatorTokens,
}: {
  readonly operatorToken: string | null
  readonly operatorTokens: readonly DeskToken[] | null
}): readonly DeskToken[] {
  if (operatorToken === null) return []
  return [{ name: 'admin', scope: 'admin', token: operatorToken }, ...(operatorTokens ?? [])]
}
