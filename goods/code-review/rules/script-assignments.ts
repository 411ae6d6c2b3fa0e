import type { Assignment } from '../taint/rule.ts'
import { isNoSecret } from '../secrets/no-secret.ts'
import { isPlaceholder } from '../secrets/placeholders.ts'
import type { Value } from '../taint/value.ts'
import { secretName } from './arguments.ts'

/** A text that looks like a secret and not like an example, a name or an address. */
export function isSecret(value: Value | null | undefined): boolean {
  const text = value?.text ?? ''
  return (
    text.length >= 6 &&
    !/^(?:\$|<|%|\{|\/|https?:|your|change|example|test|xxx|env|none|null|undefined|\*+$)/i.test(text) &&
    !/\s|password$|^[A-Z_]+$|^[a-z]+(?:[-_.][a-z]+)*$/i.test(text.replaceAll(/\d+$/g, '0'))
  )
}

const element = {
  weakness: 'CWE-79',
  severity: 'high',
  title: 'Data of outsiders is put into the page as HTML',
  why: 'A tag in the data runs as script in the page.',
  fix: 'Set textContent, or clean the HTML with DOMPurify.sanitize.',
} as const

/** Members that data of outsiders may not be assigned to. */
export const scriptAssignments: readonly Assignment[] = [
  { ...element, id: 'script-inner-html', path: /\.(?:innerHTML|outerHTML|srcdoc)$/, uncertainToo: true },
  {
    ...element,
    id: 'script-page-as-body',
    path: /^\?(?:ctx|context)(?:\.response)?\.body$/,
    when: (value) => value.fields === null,
    title: 'Data of a caller is sent as HTML without escaping',
    fix: 'Escape the data, or send a record, which is sent as JSON.',
  },
  {
    id: 'script-location',
    weakness: 'CWE-601',
    path: /\.location(?:\.href)?$|^location\.href$/,
    when: (value) => !(/^(?:https?:\/\/[^/]+\/|\/[^/\\]|[?#]|[\w.-]+[/?#]|…)/i.test(value.prefix ?? '') && value.isBuilt),
    severity: 'medium',
    title: 'Data of outsiders chooses where the visitor is sent',
    why: 'A link to your site can lead to a copy of it, and an address that begins with javascript: runs as script.',
    fix: 'Accept your own paths only: compare the origin of new URL(target, location.origin).',
  },
  {
    id: 'script-element-address',
    weakness: 'CWE-601',
    path: /^(?!.*\blocation\b).*\.(?:href|action|form[aA]ction)$|createElement\((?:script|iframe|embed|object|frame)\)\.(?:src|data|href)$/,
    when: (value) => !(value.prefix && value.isBuilt),
    severity: 'medium',
    title: 'Data of outsiders chooses the address of a link',
    why: 'An address that begins with javascript: runs as script when it is opened.',
    fix: 'Accept addresses that begin with https: only.',
  },
  {
    id: 'script-guessable-secret',
    weakness: 'CWE-338',
    path: /(?:token|secret|passw(?:or)?d|passphrase|otp|pin|session_?id|sid|salt|nonce|api_?key|csrf|code|credential|(?:^|\.)iv)s?(?:\(\))?$/i,
    severity: 'high',
    title: 'A secret is made of numbers that can be guessed',
    why: 'The numbers of Math.random can be predicted from earlier ones.',
    fix: 'Use crypto.randomBytes, crypto.randomInt or crypto.randomUUID.',
  },
  {
    id: 'script-property-from-caller',
    weakness: 'CWE-1321',
    path: /\[tainted\]$/,
    confidence: 0.6,
    severity: 'medium',
    title: 'Data of a caller names the property that is written',
    why: 'A key such as __proto__ or isAdmin changes what the code relies on.',
    fix: 'Use a Map, or check the key against a fixed list.',
  },
]

/** Assignments whose value alone is wrong. */
export const scriptSettings: readonly Assignment[] = [
  {
    id: 'script-written-secret',
    weakness: 'CWE-798',
    path: new RegExp(`(?:^|\\.)[\\w$]*${secretName.source}|(?:^|\\.)[A-Za-z_]*(?:JWT|jwt)_?(?:KEY|Key|key)$`, 'i'),
    when: isSecret,
    whenNamed: (path, { text }) => !isNoSecret(path.slice(path.lastIndexOf('.') + 1), text ?? ''),
    severity: 'high',
    title: 'A secret is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment or from a file, and replace the one that was written here.',
  },
  {
    id: 'script-written-password',
    weakness: 'CWE-798',
    path: /(?:^|[.=])\w*(?:pass(?:word|wd|phrase)?|pwd|secret|client_?secret|api_?key|auth_?token|access_?token)$/i,
    when: (value) => !isSecret(value) && (value.text?.length ?? 0) >= 4 && !isPlaceholder(value.text ?? ''),
    whenNamed: (path, { text }) =>
      !isNoSecret(
        path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('=')) + 1).replace(/(?:secret|api_?key|token)$/i, 'password'),
        text ?? '',
      ),
    confidence: 0.5,
    severity: 'medium',
    title: 'A word that may be a password is written in the code',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read it from the environment or from a file.',
  },
  {
    id: 'script-certificate-check-off',
    weakness: 'CWE-295',
    path: /(?:NODE_TLS_REJECT_UNAUTHORIZED|\.rejectUnauthorized|\.strictSSL)$/,
    when: (value) => value.text === '0' || value.number === 0 || value.number === false,
    severity: 'high',
    title: 'Certificates are not checked',
    why: 'Anyone between you and the server can read and change the data.',
    fix: 'Leave the check on; pass the ca option if you need another CA.',
  },
  {
    id: 'script-old-tls-setting',
    weakness: 'CWE-327',
    also: ['CWE-319'],
    path: /^(?:.*\.)?(?:minVersion|maxVersion|secureProtocol)$/,
    when: ({ text }) => /^(?:SSLv[23]\w*|TLSv1(?:[._][01])?(?:_\w*method)?)$/.test(text ?? ''),
    severity: 'high',
    title: 'A version of TLS that is broken',
    why: 'SSL and TLS before 1.2 can be read or changed on the way.',
    fix: 'Use TLSv1.2 or later, which is the default.',
  },
]
