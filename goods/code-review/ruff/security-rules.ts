import { weakness, type RuleNote } from '../rule-note.ts'

const unsafeLoading = [
  'Data is loaded by a format that can run code',
  'The author of the data decides what code runs while it is loaded.',
  'Load data of others as JSON, or check a signature before.',
] as const
const xml = [
  'An XML parser that expands entities',
  'A document can make it use all memory, or read local files.',
  'Parse with the defusedxml package.',
] as const
const weakCipher = ['A cipher or mode that is broken', 'It does not keep data secret.', 'Use AES-GCM or ChaCha20-Poly1305.'] as const
const oldTls = [
  'An old version of TLS is allowed',
  'SSL and TLS before 1.2 have known attacks.',
  'Use ssl.create_default_context().',
] as const
const shell = [
  'A command is run by a shell',
  'Whatever is put into the command is read by the shell: ; and | start other commands.',
  'Pass a list of arguments without a shell.',
] as const
const builtSql = [
  'An SQL statement is put together from parts',
  'If a part holds text of a caller, a quote in it ends the value and the rest is read as SQL.',
  'Write placeholders into the statement and pass the values beside it.',
] as const
const markup = [
  'Markup is marked as safe',
  'Its text reaches the page unescaped. If it holds text of a user, its scripts run.',
  'Use format_html or let the template escape.',
] as const
const secret = [
  'A password is written into the code',
  'Everyone who can read the code has it, and it is hard to change.',
  'Read it from the environment or a secret store, and replace this one.',
] as const

/** Rules of ruff that come from flake8-bandit. Calls that harm only with data of outsiders weigh little: the data flow decides. */
export const ruffSecurityRules: Readonly<Record<string, RuleNote>> = {
  S102: weakness(
    'info',
    0.5,
    [94],
    [
      'exec is used',
      'The value is run as code. If a caller can influence it, the caller runs code.',
      'Choose functions from a dictionary instead.',
    ],
  ),
  S103: weakness(
    'medium',
    0.7,
    [732],
    [
      'A file that everyone on the machine may change or run',
      'Other users and other services of the machine get at it.',
      'Use a mode such as 0o600 or 0o640.',
    ],
  ),
  S104: weakness(
    'low',
    0.5,
    [605],
    [
      'The server listens on all interfaces',
      'It can be reached from every network that the machine is in.',
      'Listen on 127.0.0.1, and let a proxy publish it.',
    ],
  ),
  S105: weakness('medium', 0.5, [798], secret),
  S106: weakness('medium', 0.5, [798], secret),
  S113: weakness(
    'low',
    0.7,
    [400],
    ['A request without a time limit', 'A server that does not answer blocks the process forever.', 'Pass timeout=10.'],
  ),
  S201: weakness(
    'high',
    0.85,
    [489, 94],
    [
      'The debugger of Flask is switched on',
      'A visitor who causes an error gets a console that runs Python.',
      'Leave debug off, and switch it on by the environment on your own machine.',
    ],
  ),
  S202: weakness(
    'high',
    0.6,
    [22],
    [
      'An archive is unpacked without a check of its paths',
      'An entry such as ../../etc/cron.d/x is written outside of the folder.',
      "Pass filter='data' to extractall.",
    ],
  ),
  S301: weakness('low', 0.5, [502], unsafeLoading),
  S302: weakness('medium', 0.6, [502], unsafeLoading),
  S304: weakness('high', 0.8, [327], weakCipher),
  S305: weakness('high', 0.8, [327], weakCipher),
  S306: weakness(
    'medium',
    0.85,
    [377],
    [
      'A name for a temporary file that another process can take first',
      'Between the name and the file another user can put a link there.',
      'Use tempfile.NamedTemporaryFile or mkstemp.',
    ],
  ),
  S307: weakness(
    'info',
    0.5,
    [95],
    [
      'eval is used',
      'The value is run as code. If a caller can influence it, the caller runs code.',
      'Read values with ast.literal_eval or json.loads.',
    ],
  ),
  S308: weakness('info', 0.5, [79], markup),
  S312: weakness('medium', 0.7, [319], ['Telnet is used', 'Passwords and data travel readable.', 'Use SSH.']),
  S313: weakness('medium', 0.5, [611, 776], xml),
  S314: weakness('medium', 0.45, [611, 776], xml),
  S315: weakness('medium', 0.5, [611, 776], xml),
  S316: weakness('medium', 0.5, [611, 776], xml),
  S317: weakness('medium', 0.5, [611, 776], xml),
  S318: weakness('medium', 0.5, [611, 776], xml),
  S319: weakness('medium', 0.5, [611, 776], xml),
  S321: weakness('low', 0.6, [319], ['FTP is used', 'Passwords and data travel readable.', 'Use SFTP or HTTPS.']),
  S323: weakness(
    'high',
    0.85,
    [295],
    ['Certificates are not checked', 'Anyone on the way can pretend to be the server.', 'Use ssl.create_default_context().'],
  ),
  S324: weakness(
    'low',
    0.6,
    [328],
    [
      'A hash that is broken',
      'Two inputs with the same MD5 or SHA-1 can be made on purpose.',
      'Use hashlib.sha256; for passwords hashlib.scrypt. If it protects nothing, say usedforsecurity=False.',
    ],
  ),
  S501: weakness(
    'high',
    0.9,
    [295],
    [
      'Certificates are not checked',
      'Anyone on the way can pretend to be the server and read or change the traffic.',
      'Leave verify on; pass the file of your own authority.',
    ],
  ),
  S502: weakness('high', 0.85, [327], oldTls),
  S503: weakness('high', 0.8, [327], oldTls),
  S504: weakness('low', 0.6, [327], oldTls),
  S505: weakness(
    'high',
    0.85,
    [326],
    ['A key that is too short', 'Keys of this size can be broken.', 'Use 3072 bits for RSA and DSA, and at least 224 for curves.'],
  ),
  S506: weakness(
    'high',
    0.85,
    [502],
    ['YAML is loaded by a loader that can run code', 'A document can name any Python function to be called.', 'Use yaml.safe_load.'],
  ),
  S507: weakness(
    'high',
    0.85,
    [295],
    [
      'Host keys of SSH are accepted unseen',
      'Anyone on the way can pretend to be the server.',
      'Use RejectPolicy and load the known hosts.',
    ],
  ),
  S508: weakness(
    'medium',
    0.8,
    [319],
    ['SNMP without encryption', 'Versions 1 and 2 send the community string readable.', 'Use version 3 with privacy.'],
  ),
  S509: weakness(
    'medium',
    0.8,
    [319],
    ['SNMP without encryption', 'Without a privacy key the data travels readable.', 'Set the authentication and the privacy key.'],
  ),
  S602: weakness('medium', 0.6, [78], shell),
  S604: weakness('medium', 0.55, [78], shell),
  S605: weakness('medium', 0.6, [78], shell),
  S608: weakness('medium', 0.5, [89], builtSql),
  S609: weakness(
    'medium',
    0.7,
    [155],
    ['A wildcard in a shell command', 'A file whose name begins with - is read as an option.', 'List the files, and put -- before them.'],
  ),
  S610: weakness('medium', 0.5, [89], builtSql),
  S611: weakness('medium', 0.5, [89], builtSql),
  S612: weakness(
    'medium',
    0.7,
    [94],
    [
      'Settings of logging are read from the network',
      'Anyone who reaches the port can run code through them.',
      'Read the settings from a file, or verify them.',
    ],
  ),
  S701: weakness(
    'high',
    0.75,
    [79],
    ['Jinja without escaping', 'Data in the templates reaches the page as markup.', 'Pass autoescape=select_autoescape().'],
  ),
  S702: weakness(
    'medium',
    0.75,
    [79],
    ['Mako without escaping', 'Data in the templates reaches the page as markup.', "Pass default_filters=['h']."],
  ),
  S704: weakness('info', 0.5, [79], markup),
}
