import type { Misuse, SeenCall } from '../taint/rule.ts'
import { hasNamed, isNamed } from './arguments.ts'
import { isSqlText, runsSql } from './sql-text.ts'

/** Quantifiers inside of a group that is repeated: `(a+)+`, `(\w*\s*)*`, `(a|a)*`. */
const backtracking = /\((?:\?:)?(?:\\[wWsSdD]|\[[^\]]+\]|[.\w])[+*](?:\\?.[?*])?\)(?:[+*]|\{\d+,\d*\})/
const openTo = /\b(?:S_IWOTH|S_IXOTH|S_IROTH|S_IRWXO|S_IRWXG|S_IWGRP)\b/

function isOpenMode(call: SeenCall): boolean {
  const value = call.path.endsWith('makedirs') || call.path.endsWith('mkdir') ? call.arg(1, 'mode') : (call.args.at(-1)?.value ?? null)
  if (openTo.test(value?.path ?? '')) return true
  if (typeof value?.number !== 'number') return false
  return call.path.endsWith('umask') ? value.number === 0 : (value.number & 0o022) !== 0
}

/** Calls of Python that are wrong whatever data they get. */
export const pythonMisuses: readonly Misuse[] = [
  {
    id: 'python-built-sql',
    weakness: 'CWE-89',
    path: /./,
    when: (call) => runsSql(call) && call.args.some(({ value }) => value.isBuilt && isSqlText(value)),
    severity: 'medium',
    confidence: 0.5,
    title: 'An SQL statement is put together from text',
    why: 'If a part ever comes from outside, it can change the statement.',
    fix: 'Pass values as parameters; choose names of tables and columns from a fixed list.',
  },
  {
    id: 'python-debug-mode',
    weakness: 'CWE-489',
    path: /(?:^|\.)(?:run|run_app|FastAPI|Starlette|DebuggedApplication|Application)$/,
    when: (call) =>
      (isNamed(call, 'debug', true) && /[Ff]lask|app|FastAPI|Starlette|Application|bottle|^\?run|socketio/.test(call.path)) ||
      call.path.endsWith('DebuggedApplication'),
    severity: 'high',
    title: 'The debugger is on',
    why: 'The debugger of a web framework shows code and settings, and some let visitors run code.',
    fix: 'Read debug from the environment, off by default.',
  },
  {
    id: 'python-bind-all',
    weakness: 'CWE-605',
    path: /(?:^|\.)(?:run|bind)$/,
    when: (call) => isNamed(call, 'host', '0.0.0.0'),
    severity: 'low',
    confidence: 0.4,
    title: 'The server listens on every network',
    why: 'It can be reached from networks that you may not expect.',
    fix: 'Listen on 127.0.0.1 behind a proxy, or on the one address that is meant.',
  },
  {
    id: 'python-temporary-name',
    weakness: 'CWE-377',
    path: /(?:^|\.)(?:mktemp|tempnam|tmpnam)$/,
    when: (call) => /^(?:tempfile|os)\.|^mktemp$/.test(call.path),
    severity: 'medium',
    title: 'A temporary name without a file',
    why: 'Another process can make the file first.',
    fix: 'Use tempfile.NamedTemporaryFile or mkstemp.',
  },
  {
    id: 'python-shared-temporary-file',
    weakness: 'CWE-379',
    path: /^(?:(?:io\.|codecs\.)?open|os\.(?:makedirs|mkdir)|sqlite3\.connect)$/,
    when: (call) =>
      /^(?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/)./.test(call.args[0]?.value.prefix ?? '') &&
      (/mk|makedirs|connect/.test(call.path) || /[wax]/.test(call.arg(1, 'mode')?.text ?? '')),
    severity: 'low',
    confidence: 0.5,
    title: 'A file under a fixed name in a folder that all users share',
    why: 'Another user can put a file or a link there first.',
    fix: 'Use tempfile.mkdtemp or tempfile.NamedTemporaryFile.',
  },
  {
    id: 'python-open-permissions',
    weakness: 'CWE-732',
    path: /^os\.(?:chmod|fchmod|lchmod|umask|makedirs|mkdir|open)$|(?:Path\(\).*|path)\.chmod$/,
    when: isOpenMode,
    severity: 'medium',
    title: 'A file that other users may write',
    why: 'Other users of the machine can change it.',
    fix: 'Use 0o600 or 0o640.',
  },
  {
    id: 'python-insecure-cookie',
    weakness: 'CWE-614',
    path: /\.set_cookie$/,
    // Cookie jars of clients have a method of that name, which takes one cookie.
    when: (call) =>
      call.args.length > 1 && !call.args.some(({ spread }) => spread) && (!hasNamed(call, 'secure') || isNamed(call, 'secure', false)),
    severity: 'low',
    title: 'A cookie that travels without encryption',
    why: 'Without secure it is sent over plain HTTP, where anyone on the way can read it.',
    fix: 'Pass secure=True, httponly=True, samesite="Lax".',
  },
  {
    id: 'python-cookie-for-scripts',
    weakness: 'CWE-1004',
    path: /\.set_cookie$/,
    when: (call) =>
      (!hasNamed(call, 'httponly') || isNamed(call, 'httponly', false)) &&
      /sess|token|auth|sid|jwt|user|remember|login/i.test(call.arg(0, 'key')?.text ?? ''),
    severity: 'low',
    title: 'A cookie that scripts can read',
    why: 'Without httponly a script that gets into a page can send the cookie away.',
    fix: 'Pass secure=True, httponly=True, samesite="Lax".',
  },
  {
    id: 'python-yaml-load',
    weakness: 'CWE-502',
    path: /^yaml\.(?:load|load_all|unsafe_load|unsafe_load_all|full_load)$/,
    when: (call) => !/Safe|Base/.test(call.args.map(({ value }) => value.path ?? '').join()) && !call.args[0]?.value.isConstant,
    severity: 'medium',
    title: 'YAML is read by a loader that can make any object',
    why: 'A file can name functions that are called while it is read.',
    fix: 'Use yaml.safe_load.',
  },
  {
    id: 'python-unsafe-file-format',
    weakness: 'CWE-502',
    path: /^(?:c?[pP]ickle\.(?:loads?|Unpickler)|cPickle\.loads?|dill\.loads?|cloudpickle\.loads?|marshal\.loads?|shelve\.open|jsonpickle\.decode|joblib\.load|torch\.load|pandas\.read_pickle)$/,
    when: (call) =>
      !call.args[0]?.value.isConstant &&
      !(call.args[0]?.value.path ?? '').endsWith('dumps()') &&
      (!call.path.startsWith('torch') || !isNamed(call, 'weights_only', true)),
    severity: 'medium',
    confidence: 0.5,
    title: 'Data is read by a format that can run code',
    why: 'The author of the data can choose functions that are called while it is read.',
    fix: 'Use JSON or another format that holds data only, unless nobody else can write the file.',
  },
  {
    id: 'python-autoescape-off',
    weakness: 'CWE-79',
    path: /(?:^|\.)(?:Environment|Template|SandboxedEnvironment)$/,
    when: (call) => {
      if (!/jinja2|^\?E/.test(call.path)) return false
      const setting = call.args.find(({ name }) => name === 'autoescape')?.value
      return setting ? setting.number === false || setting.number === 0 : !call.args.some(({ spread }) => spread)
    },
    severity: 'medium',
    confidence: 0.7,
    title: 'Templates that do not escape',
    why: 'Data in the template can hold tags.',
    fix: 'Pass autoescape=select_autoescape().',
  },
  {
    id: 'python-xml-entities-on',
    weakness: 'CWE-611',
    path: /(?:^|\.)(?:XMLParser|setFeature|iterparse)$/,
    when: (call) =>
      isNamed(call, 'resolve_entities', true) ||
      isNamed(call, 'load_dtd', true) ||
      (/external_[gp]es$/.test(call.args[0]?.value.path ?? call.args[0]?.value.text ?? '') &&
        [true, 1].includes(call.args[1]?.value.number as never)),
    severity: 'high',
    confidence: 0.8,
    title: 'XML is read with entities',
    why: 'Entities can read files, make requests and fill the memory.',
    fix: 'Leave entities off: resolve_entities=False, no_network=True, or use defusedxml.',
  },
  {
    id: 'python-plain-protocol',
    weakness: 'CWE-319',
    path: /^(?:ftplib\.FTP|telnetlib\.Telnet|poplib\.POP3|imaplib\.IMAP4)$/,
    severity: 'medium',
    title: 'A protocol without encryption',
    why: 'Passwords and data can be read on the way.',
    fix: 'Use FTP_TLS, SSH, POP3_SSL or IMAP4_SSL.',
  },
  {
    id: 'python-backtracking-pattern',
    weakness: 'CWE-1333',
    path: /^re\.(?:compile|match|search|fullmatch|findall|sub|subn|split|finditer)$/,
    when: ({ args }) => backtracking.test(args[0]?.value.text ?? ''),
    severity: 'medium',
    title: 'A regular expression that can take minutes',
    why: 'A repetition inside of a repetition tries every way to divide the text.',
    fix: 'Write the pattern so that each character can be matched in one way only, and limit the length of the text.',
  },
  {
    id: 'python-no-timeout',
    weakness: 'CWE-400',
    path: /^requests\.(?:get|post|put|delete|patch|head|request)$/,
    when: (call) => !hasNamed(call, 'timeout') && !call.args.some(({ spread }) => spread),
    severity: 'low',
    confidence: 0.4,
    title: 'A request that may wait forever',
    why: 'A server that never answers keeps the thread busy.',
    fix: 'Pass timeout=10.',
  },
  {
    id: 'python-secret-in-address',
    weakness: 'CWE-798',
    path: /(?:connect|create_engine|create_async_engine|from_url|Redis|MongoClient|create_pool|databases\.Database)$/,
    when: ({ args }) => args.some(({ value }) => /:\/\/[^:\s/@]+:[^@\s{}$%<*]{3,}@/.test(value.text ?? '')),
    severity: 'high',
    title: 'A password is written in an address',
    why: 'Everyone who can read the code has it, and so has its history.',
    fix: 'Read the address from the environment, and replace the password.',
  },
]
