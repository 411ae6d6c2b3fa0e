import type { Joined, Misuse, Sink } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

const remote = {
  weakness: 'CWE-918',
  severity: 'high',
  title: 'Data of a caller chooses what a browser of the server opens',
  why: 'The page can ask addresses inside of your network, and read files of the server.',
  fix: 'Choose the host from a fixed list, and escape data that becomes part of a page.',
} as const

/** Sinks of JavaScript behind which another program works: a browser, git, a formatter. */
export const scriptRemoteSinks: readonly Sink[] = [
  {
    ...remote,
    id: 'script-browser-opens',
    path: /(?:\bpage|[pP]age|newPage\(\)|createPage\(\)|\bframe|\bdriver|\bwebview|BrowserView\(\)\.webContents|webContents|\bPage|\bRuntime|shell)\.(?:goto|setContent|open|openUrl|navigate|get|loadURL|openExternal|property|setDocumentContent|printToPDF|compileScript|evaluate|callFunctionOn)$/,
    when: (call) => !/\bRuntime\.get|\bPage\.get/.test(call.path),
    uncertainToo: true,
  },
  {
    ...remote,
    id: 'script-page-printed',
    path: /^\??(?:wkhtmltopdf|wkhtmltoimage(?:\.generate)?|html-pdf(?:-node)?(?:\.\w+)?|phantom(?:js)?\.\w+|node-html-to-image|pdf-puppeteer|puppeteer-html-pdf\.\w+)$/,
    args: [0, 1],
    uncertainToo: true,
  },
  {
    id: 'script-git-argument',
    weakness: 'CWE-88',
    path: /^\??(?:child_process|cross-spawn|execa)(?:\.default)?(?:\.(?:spawn|spawnSync|execFile|execFileSync|execa|sync))?$/,
    when: (call) =>
      /^(?:git|curl|wget|ssh|scp|rsync|tar|find|hg|svn|npm|pip)$/.test(call.args[0]?.value.text ?? '') &&
      !call.args[1]?.value.items?.some(({ text }) => text === '--'),
    args: [1],
    parts: (value) => (value.fields ? [] : [value]),
    confidence: 0.5,
    uncertainToo: true,
    severity: 'medium',
    title: 'Data of a caller can be read as an option of a program',
    why: 'A value such as --upload-pack=… makes the program start another one.',
    fix: 'Put -- before the data, and refuse what begins with a hyphen.',
  },
  {
    id: 'script-deno-command',
    weakness: 'CWE-78',
    path: /^(?:Deno\.(?:run|Command)|Bun\.(?:spawn|spawnSync))$/,
    parts: (value) => (value.fields?.has('cmd') ? [value.fields.get('cmd') ?? value] : [value]),
    uncertainToo: true,
    severity: 'critical',
    title: 'Data of a caller chooses a program or becomes part of its command',
    why: 'A caller can run any program that is installed.',
    fix: 'Choose the program from a fixed table, and do not start a shell.',
  },
  {
    id: 'script-format-from-caller',
    weakness: 'CWE-134',
    path: /^(?:util\.(?:format|formatWithOptions|log|inspect)|console\.(?:log|info|warn|error|debug|trace))$/,
    when: (call) => call.path.startsWith('util.') || call.args.length > 1,
    args: [0, 1],
    parts: (value) => (value.isBuilt ? [value] : []),
    confidence: 0.3,
    severity: 'low',
    title: 'Data of a caller becomes part of a format',
    why: 'A %s or %d in the data takes the place of another value.',
    fix: 'Write the format and pass the data beside it: console.log("%s", name).',
  },
  {
    id: 'script-path-joined',
    weakness: 'CWE-22',
    path: /^path(?:\.posix|\.win32)?\.(?:join|resolve)$/,
    returnsInput: true,
    isEarly: true,
    confidence: 0.5,
    severity: 'medium',
    title: 'Data of a caller becomes part of a path',
    why: 'A name such as ../../etc/passwd leads out of the folder.',
    fix: 'Check that the result begins with the folder, or keep only path.basename of the name.',
  },
  {
    id: 'script-redirect-of-page',
    weakness: 'CWE-601',
    path: /^(?:(?:\$window|window|\$location|self|top|parent|document|router|navigate|history|navigation|(?:.*\.)?router|useRouter\(\)|next\/router\.\w+(?:\(\))?)\.)(?:location\.(?:assign|replace)|push|replace|url|navigateByUrl|open)$/,
    args: [0],
    parts: (value) => (value.prefix && value.isBuilt && !/^(?:https?:)?\/\/?$/.test(value.prefix) ? [] : [value]),
    isEarly: true,
    severity: 'medium',
    title: 'Data of outsiders chooses where the visitor is sent',
    why: 'A link to your site can lead to a copy of it that collects passwords.',
    fix: 'Accept your own paths only.',
  },
]

const sql =
  /^\s*(?:select\s[^]*\sfrom\s|select\s|insert\s+into\s|update\s+[\w."`]+\s+set\s|delete\s+from\s|create\s+(?:temporary\s+)?table\s|drop\s+table\s)/i
const isPage = (value: Value) =>
  value.isBuilt &&
  /<(?:html|body|div|p|h[1-6]|span|a|li|ul|td|tr|table|b|i|strong|em|script|img|title|form|input|pre|button|label|iframe|svg|center|section)\b[^<]*$|<\/?\w+>\s*\w*[: ]*$/i.test(
    value.prefix ?? '',
  )

/** Texts that data of outsiders is put into, where it is not seen what reads them. */
export const scriptJoined: readonly Joined[] = [
  {
    id: 'script-built-html',
    also: ['CWE-116'],
    weakness: 'CWE-79',
    when: isPage,
    confidence: 0.5,
    severity: 'medium',
    title: 'HTML is put together with data of a caller',
    why: 'A tag in the data runs as script in the browser that shows the page.',
    fix: 'Render a template that escapes, or escape the data.',
  },
  {
    id: 'script-built-sql',
    weakness: 'CWE-89',
    when: (value) => value.isBuilt && sql.test(value.prefix ?? ''),
    confidence: 0.6,
    severity: 'high',
    title: 'An SQL statement is put together with data of a caller',
    why: 'A quote in the data ends the text and lets a caller write the rest of the statement.',
    fix: 'Pass the data as parameters: db.query("… WHERE name = $1", [name]).',
  },
]

/** `handlers[request.query.action]()`. */
export const scriptChosenFunction: Omit<Sink, 'path'> = {
  id: 'script-function-from-caller',
  also: ['CWE-470', 'CWE-754'],
  weakness: 'CWE-94',
  confidence: 0.5,
  severity: 'medium',
  title: 'Data of a caller chooses the function that is called',
  why: 'A name such as constructor or eval calls what was never meant to be called.',
  fix: 'Use a Map of the functions that may be called, or check the name with Object.hasOwn.',
}

/** What scripts of a page can read is kept where any script finds it. */
export const scriptStoredToken: Misuse = {
  id: 'script-token-in-storage',
  weakness: 'CWE-922',
  path: /^(?:window\.)?(?:localStorage|sessionStorage)\.setItem$/,
  when: (call) =>
    /token|jwt|passw|secret|api_?key|credential|session/i.test(`${call.args[0]?.value.text ?? ''} ${call.args[1]?.value.path ?? ''}`),
  confidence: 0.5,
  severity: 'low',
  title: 'A token is kept where any script of the page can read it',
  why: 'One script from elsewhere is enough to take it.',
  fix: 'Keep it in a cookie with httpOnly, secure and sameSite.',
}
