import { weakness, type RuleNote } from '../rule-note.ts'

/** Rules of eslint-plugin-sonarjs about security. */
export const sonarSecurityRules: Readonly<Record<string, RuleNote>> = {
  'sonarjs/os-command': weakness(
    'medium',
    0.5,
    [78],
    [
      'A shell command is put together from parts',
      'Whatever the parts hold is read by the shell: ; and | start other commands.',
      'Use execFile or spawn with a list of arguments and no shell.',
    ],
  ),
  'sonarjs/sql-queries': weakness(
    'medium',
    0.55,
    [89],
    [
      'An SQL statement is put together from parts',
      'If a part holds text of a caller, a quote in it ends the value and the rest is read as SQL.',
      'Write placeholders into the statement and pass the values beside it.',
    ],
  ),
  'sonarjs/hashing': weakness(
    'low',
    0.6,
    [328],
    [
      'A hash that is broken',
      'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
      'Use SHA-256; for passwords scrypt or argon2.',
    ],
  ),
  'sonarjs/insecure-cookie': weakness(
    'medium',
    0.7,
    [614],
    ['A cookie that travels without encryption', 'Without the secure flag the browser sends it over plain HTTP too.', 'Set secure: true.'],
  ),
  'sonarjs/cookie-no-httponly': weakness(
    'medium',
    0.7,
    [1004],
    ['A cookie that scripts of the page can read', 'One injected script can then take over the session.', 'Set httpOnly: true.'],
  ),
  'sonarjs/xml-parser-xxe': weakness(
    'high',
    0.8,
    [611],
    [
      'An XML parser that loads external entities',
      'A document can make it read local files or ask other servers.',
      'Switch off external entities (noent: false).',
    ],
  ),
  'sonarjs/no-weak-keys': weakness(
    'high',
    0.85,
    [326],
    ['A key that is too short', 'Keys of this size can be broken.', 'Use at least 2048 bits for RSA, and a curve of at least 224 bits.'],
  ),
  'sonarjs/weak-ssl': weakness(
    'high',
    0.85,
    [327],
    ['An old version of TLS is allowed', 'SSL and TLS before 1.2 have known attacks.', 'Set minVersion to TLSv1.2 or later.'],
  ),
  'sonarjs/unverified-certificate': weakness(
    'high',
    0.9,
    [295],
    [
      'Certificates are not checked',
      'Anyone on the way can pretend to be the server and read or change the traffic.',
      'Leave the check on; add your own authority with the ca option.',
    ],
  ),
  'sonarjs/unverified-hostname': weakness(
    'high',
    0.85,
    [297],
    [
      'The name in a certificate is not checked',
      'Any valid certificate of any site is accepted.',
      'Return the error of tls.checkServerIdentity instead of undefined.',
    ],
  ),
  'sonarjs/encryption-secure-mode': weakness(
    'high',
    0.8,
    [327],
    [
      'A mode of encryption that shows patterns or can be changed unseen',
      'ECB keeps equal blocks equal, and CBC without a check of integrity can be attacked.',
      'Use aes-256-gcm with a new nonce for each message.',
    ],
  ),
  'sonarjs/no-weak-cipher': weakness(
    'high',
    0.85,
    [327],
    ['A cipher that is broken', 'DES, RC2, RC4 and Blowfish do not keep data secret.', 'Use aes-256-gcm or chacha20-poly1305.'],
  ),
  'sonarjs/insecure-jwt-token': weakness(
    'high',
    0.8,
    [347],
    [
      'A token whose signature is not checked or that has none',
      'With the algorithm none anyone can write a token.',
      'Name the algorithms that verify accepts, and never none.',
    ],
  ),
  'sonarjs/cors': weakness(
    'low',
    0.6,
    [942],
    [
      'Every site may read the answers',
      'With the origin * or an origin that is echoed, scripts of other sites read what this service answers.',
      'List the origins that may.',
    ],
  ),
  'sonarjs/csrf': weakness(
    'medium',
    0.65,
    [352],
    [
      'The check against forged requests (CSRF) is switched off',
      'Another site can send requests with the cookies of its visitor.',
      'Leave the check on for methods that change something.',
    ],
  ),
  'sonarjs/no-unsafe-unzip': weakness(
    'low',
    0.4,
    [409],
    [
      'An archive is unpacked without a limit',
      'A small archive can unpack to more than the disk holds.',
      'Limit the number of entries and the size of what is unpacked.',
    ],
  ),
  'sonarjs/file-permissions': weakness(
    'medium',
    0.6,
    [732],
    [
      'A file that everyone on the machine may change or read',
      'Other users and other services of the machine get at it.',
      'Use a mode such as 0o600 or 0o640.',
    ],
  ),
  'sonarjs/disabled-auto-escaping': weakness(
    'medium',
    0.7,
    [79],
    [
      'Escaping of a template is switched off',
      'Data in the template reaches the page as markup.',
      'Leave escaping on, and mark trusted markup one by one.',
    ],
  ),
  'sonarjs/post-message': weakness(
    'medium',
    0.5,
    [346],
    [
      'A message to any window, or from any',
      'Another page can read what is sent, or send what is trusted.',
      'Name the target origin, and check event.origin before the message is used.',
    ],
  ),
  'sonarjs/link-with-target-blank': weakness(
    'low',
    0.5,
    [1022],
    ['A page that is opened can steer the page that opened it', 'Old browsers give the new page window.opener.', 'Add rel="noopener".'],
  ),
  'sonarjs/dompurify-unsafe-config': weakness(
    'medium',
    0.7,
    [79],
    [
      'A sanitizer that lets scripts through',
      'The options allow tags or attributes that run script.',
      'Remove the tags and attributes that run script from the options.',
    ],
  ),
  'sonarjs/no-angular-bypass-sanitization': weakness(
    'medium',
    0.6,
    [79],
    [
      'Angular is asked to trust a value as markup',
      'If the value holds text of a user, its scripts run.',
      'Bind the value as text, or clean it first.',
    ],
  ),
  'sonarjs/no-mixed-content': weakness(
    'low',
    0.6,
    [319],
    [
      'Content over plain HTTP is allowed into the page',
      'Anyone on the way can change it.',
      'Add block-all-mixed-content or upgrade-insecure-requests to the policy.',
    ],
  ),
  'sonarjs/session-regeneration': weakness(
    'medium',
    0.5,
    [384],
    [
      'The session keeps its id when a user signs in',
      'Someone who planted the id before the sign-in then shares the session.',
      'Call req.session.regenerate after the sign-in.',
    ],
  ),
  'sonarjs/no-session-cookies-on-static-assets': weakness(
    'low',
    0.5,
    [524],
    [
      'Session cookies are set on static files',
      'A shared cache may keep the cookie and give it to others.',
      'Mount the static files before the session.',
    ],
  ),
}
