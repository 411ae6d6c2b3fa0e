import type { Assignment } from '../taint/rule.ts'
import { isNoSecret } from '../secrets/no-secret.ts'
import type { Value } from '../taint/value.ts'

const secret =
  /(?:^|[._]|==)\w*(?:pass(?:word|wd|phrase)?|pwd|secret(?:_?key)?|api_?key|private_?key|access_?key|auth_?token|access_?token|api_?token|bot_?token|encryption_?key|signing_?key|jwt_?key|token)$/i
const password = /pass(?:word|wd|phrase)?$|pwd$/i
const placeholder =
  /^(?:\$|<|%|\{|your|change|example|xxx|env|none|null|\*+|placeholder|dummy|todo|n\/?a|secret$|password$|token$|bearer$|basic$|optional|required|string|str|text)/i

/** Whether a text looks like a secret, and not like the name of a field or a message. */
function looksSecret(text: string): boolean {
  if (text.length < 6 || text.length > 200 || /\s/.test(text) || placeholder.test(text)) return false
  // Names of fields, paths and addresses.
  return !/^(?:[a-z]+[_.:/-])+[a-z]+$/i.test(text) && !/^(?:https?:\/)?\/|^[a-z]+\/[a-z]/i.test(text) && !/^[a-z]+[A-Z][a-z]+$/.test(text)
}

const isStrongSecret = ({ text }: Value) =>
  text !== null && looksSecret(text) && (/\d|[^\w.]/.test(text) || /[a-z][A-Z]/.test(text) || text.length >= 20)

const nameIn = (path: string) => path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('=')) + 1)

/** Assignments of Python whose value is wrong under its name. */
export const pythonSettings: readonly Assignment[] = [
  {
    id: 'python-written-secret',
    weakness: 'CWE-798',
    path: secret,
    when: isStrongSecret,
    whenNamed: (path, { text }) => !isNoSecret(nameIn(path), text ?? ''),
    severity: 'high',
    confidence: 0.8,
    title: 'A secret is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment or from a file, and replace the one that was written here.',
  },
  {
    id: 'python-written-password',
    weakness: 'CWE-259',
    path: password,
    when: ({ text }) => text !== null && text.length >= 4 && looksSecret(text.padEnd(6, '0')) && !isStrongSecret({ text } as Value),
    whenNamed: (path, { text }) => !isNoSecret(nameIn(path), text ?? ''),
    severity: 'high',
    confidence: 0.6,
    title: 'A password is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment or from a file, and replace the one that was written here.',
  },
  {
    id: 'python-debug-setting',
    weakness: 'CWE-489',
    path: /(?:^|\.)(?:DEBUG|debug|DEBUG_PROPAGATE_EXCEPTIONS|TEMPLATE_DEBUG|FLASK_DEBUG)$/,
    when: ({ number, text }) => number === true || text === '1',
    severity: 'medium',
    confidence: 0.6,
    title: 'Debugging is on',
    why: 'Error pages show code and settings.',
    fix: 'Read it from the environment, off by default.',
  },
  {
    id: 'python-insecure-cookie-setting',
    weakness: 'CWE-614',
    path: /(?:^|\.)(?:SESSION_COOKIE_SECURE|CSRF_COOKIE_SECURE|REMEMBER_COOKIE_SECURE|SESSION_COOKIE_HTTPONLY|REMEMBER_COOKIE_HTTPONLY)$/,
    when: ({ number }) => number === false,
    severity: 'medium',
    title: 'Cookies that travel without encryption or that scripts can read',
    why: 'The session can be read on the way or by a script that gets into a page.',
    fix: 'Set it to True.',
  },
  {
    id: 'python-certificate-check-off',
    weakness: 'CWE-295',
    path: /\.(?:check_hostname|verify|verify_ssl|assert_hostname)$/,
    when: ({ number }) => number === false,
    severity: 'high',
    title: 'Certificates are not checked',
    why: 'Anyone between you and the server can read and change the data.',
    fix: 'Leave verification on.',
  },
  {
    id: 'python-verify-mode-none',
    weakness: 'CWE-295',
    path: /\.verify_mode$|^ssl\._create_default_https_context$/,
    when: ({ path }) => /CERT_NONE$|_create_unverified_context$/.test(path ?? ''),
    severity: 'high',
    title: 'Certificates are not checked',
    why: 'Anyone between you and the server can read and change the data.',
    fix: 'Leave verification on.',
  },
  {
    id: 'python-old-tls-setting',
    weakness: 'CWE-327',
    path: /\.(?:minimum_version|ssl_version)$|(?:^|\.)ssl_version$/,
    when: ({ path }) => /TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1|MINIMUM_SUPPORTED)$|PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)$/.test(path ?? ''),
    severity: 'high',
    title: 'A version of TLS that is broken',
    why: 'SSL and TLS before 1.2 can be read or changed on the way.',
    fix: 'Use ssl.TLSVersion.TLSv1_2 or later.',
  },
  {
    id: 'python-autoescape-setting',
    weakness: 'CWE-79',
    path: /(?:^|\.)autoescape$/,
    notAsDefault: true,
    when: ({ number }) => number === false,
    severity: 'medium',
    confidence: 0.6,
    title: 'Templates that do not escape',
    why: 'Data in the template can hold tags.',
    fix: 'Leave autoescape on.',
  },
]

/** Assignments of Python that data may not reach. */
export const pythonAssignments: readonly Assignment[] = [
  {
    id: 'python-header-assignment',
    weakness: 'CWE-113',
    path: /\.headers\.\S+$|\.headers\[|Response\(\)\.(?!(?:status_code|headers|encoding|raw|reason|url|request|connection)$)/,
    confidence: 0.4,
    severity: 'low',
    title: 'Data of a caller becomes part of a response header',
    why: 'A line break in the data starts another header.',
    fix: 'Remove line breaks, or choose the value from a list.',
  },
  {
    id: 'python-trust-boundary',
    weakness: 'CWE-501',
    path: /^(?:(?:flask\.)?session|\??request\.session|this:\w+\.session)(?:\.|\[)/,
    severity: 'low',
    confidence: 0.6,
    title: 'Data of a caller is kept in the session unchecked',
    why: 'Code that reads the session takes it for checked.',
    fix: 'Check the data before you keep it.',
  },
  {
    id: 'python-plain-password-field',
    weakness: 'CWE-522',
    path: /(?:User|user|account|Account|member|Member|record|row|person|this:\w+)[^.]*\.(?:password|passwd|pwd)$/,
    when: ({ taints }) => taints.some(({ source }) => source.kind === 'outsider' && source.certain),
    severity: 'high',
    confidence: 0.6,
    title: 'A password is stored as it is',
    why: 'A copy of the database gives every password away.',
    fix: 'Store a slow hash: werkzeug.security.generate_password_hash, bcrypt or argon2.',
  },
]
