import type { Sink } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'
import { addresses, freeHost, freeHostOf } from './script-addresses.ts'
import { onModule, onResponse } from './script-paths.ts'

const notRecord = (value: Value) => (value.fields ? [] : [value])

const path = {
  weakness: 'CWE-22',
  severity: 'high',
  title: 'Data of a caller becomes part of a path',
  why: 'A name such as ../../etc/passwd leads out of the folder.',
  fix: 'Resolve the path and check that it begins with the folder, or keep only path.basename of the name.',
} as const

const request = {
  weakness: 'CWE-918',
  severity: 'high',
  title: 'Data of a caller chooses the address of a request',
  why: 'A caller can reach addresses inside of your network.',
  fix: 'Choose the host from a fixed list.',
} as const

const redirect = {
  weakness: 'CWE-601',
  severity: 'medium',
  title: 'Data of a caller chooses where a visitor is sent',
  why: 'A link to your site can lead to a copy of it that collects passwords.',
  fix: 'Redirect to your own paths only: compare the origin of new URL(target, yours).',
} as const

/** Calls of JavaScript through which data of a caller reaches files, logs and other servers. */
export const scriptWebSinks: readonly Sink[] = [
  {
    ...path,
    id: 'script-path-traversal',
    path: onModule(
      'fs|fs/promises|fs-extra|graceful-fs|original-fs',
      '(?:read|write|append)File(?:Sync)?|open(?:Sync)?|create(?:Read|Write)Stream|unlink(?:Sync)?|rm(?:Sync)?|rmdir(?:Sync)?|readdir(?:Sync)?|stat(?:Sync)?|lstat(?:Sync)?|access(?:Sync)?|exists(?:Sync)?|mkdir(?:Sync)?|copyFile(?:Sync)?|rename(?:Sync)?|cp(?:Sync)?|readlink(?:Sync)?|chmod(?:Sync)?|truncate(?:Sync)?|remove(?:Sync)?|outputFile(?:Sync)?|readJson(?:Sync)?|writeJson(?:Sync)?|symlink(?:Sync)?|link(?:Sync)?|watch|ensureDir(?:Sync)?|move(?:Sync)?|copy(?:Sync)?|opendir(?:Sync)?|mkdtemp(?:Sync)?|utimes',
    ),
    args: [0, 1],
    when: () => true,
    parts: (value) => (value.fields ? [] : [value]),
    uncertainToo: 'built',
  },
  { ...path, id: 'script-file-sent', path: onResponse('sendFile|sendfile|download|attachmentFile'), args: [0, 1], parts: fileSent },
  {
    ...path,
    id: 'script-file-served',
    path: /^(?:send|koa-send|serve-static|Bun\.file|Deno\.(?:readTextFile|readFile|writeTextFile|open|remove)|\?reply\.sendFile|\?c\.file|rimraf(?:\.\w+)?|vinyl-fs\.src|glob(?:\.sync)?|del)$/,
    args: [0, 1],
    when: (call) => optionOf(call, 'root') === null,
  },
  {
    ...path,
    id: 'script-module-from-caller',
    also: ['CWE-470'],
    weakness: 'CWE-829',
    path: /^(?:require|import|require\.resolve|module\.require|(?:module\.)?createRequire\(\))$/,
    args: [0],
    severity: 'high',
    title: 'Data of a caller chooses a module to load',
    why: 'Loading a module runs it, and a path in the data can lead to any file.',
    fix: 'Choose the module from a fixed table.',
  },
  {
    ...path,
    id: 'script-template-from-caller',
    weakness: 'CWE-73',
    path: onResponse('render'),
    args: [0],
    severity: 'medium',
    title: 'Data of a caller chooses a template',
    why: 'A name in the data can lead to files that are not meant to be shown.',
    fix: 'Choose the template from a fixed table.',
  },
  { ...path, id: 'script-upload-traversal', path: /\.mv$/, args: [0] },
  {
    ...request,
    id: 'script-request-forgery',
    path: /^\??(?:globalThis\.|window\.)?(?:fetch|node-fetch(?:\.default)?|undici\.(?:fetch|request|stream)|axios(?:\.default|\.create\(\))?(?:\.(?:get|post|put|delete|patch|head|request|options))?|got(?:\.default)?(?:\.\w+)?|request(?:-promise(?:-native)?)?(?:\.(?:get|post|put|delete|head|patch|defaults\(\)))?|needle(?:\.\w+)?|superagent\.\w+|https?\.(?:get|request)|ky(?:\.\w+)?|phin|bent|urllib\.\w+|follow-redirects\.https?\.(?:get|request)|ws|cross-fetch|isomorphic-fetch|jQuery\.\w+|\$\.(?:get|post|ajax|getJSON|getScript|load)|http2\.connect|net\.(?:connect|createConnection)|(?:this\.)?(?:http|httpService|\$http|httpClient|axios)(?:\.\w+)?|(?:window\.)?(?:WebSocket|EventSource)|navigator\.sendBeacon|XMLHttpRequest\(\)\.open)$/,
    args: [0, 1],
    when: (call) => !/XMLHttp/.test(call.path) || call.args.length > 1,
    parts: addresses,
  },
  {
    ...redirect,
    id: 'script-open-redirect',
    path: /^(?:\??(?:res|resp|response|reply|ctx|context|c|h|toolkit|responseToolkit)(?:\.\w+|\.\w+\(\))?\.redirect|next\/(?:server\.NextResponse|navigation)\.(?:redirect|permanentRedirect)|Response\.redirect|@remix-run\/node\.redirect|react-router\.redirect)$/,
    parts: freeHost,
  },
  {
    ...redirect,
    id: 'script-location-header',
    path: onResponse('setHeader|header|set|location|writeHead'),
    when: (call) => call.path.endsWith('location') || /^location$/i.test(call.args[0]?.value.text ?? '') || call.path.endsWith('writeHead'),
    parts: (value) => (value.fields ? ['Location', 'location'].flatMap((name) => freeHostOf(value.fields?.get(name))) : freeHost(value)),
  },
  {
    ...redirect,
    id: 'script-page-redirect',
    path: /^(?:(?:window|self|top|parent|document|globalThis)\.)*(?:location\.(?:assign|replace)|open|navigate)$/,
    args: [0],
    parts: freeHost,
  },
  {
    id: 'script-header-injection',
    weakness: 'CWE-113',
    path: /^\??(?:res|resp|response|reply|ctx|c)(?:\.res|\.response)?\.(?:setHeader|header|set|append|cookie)$/,
    when: (call) =>
      !/^(?:location|access-control-allow-origin|content-type|x-request-id|content-disposition)$/i.test(call.args[0]?.value.text ?? ''),
    args: [0, 1],
    parts: notRecord,
    confidence: 0.4,
    severity: 'low',
    title: 'Data of a caller becomes part of a response header',
    why: 'A line break in the data starts another header, and a caller can set cookies and caches of others.',
    fix: 'Remove line breaks, encode the value, or choose it from a list.',
  },
  {
    id: 'script-log-injection',
    weakness: 'CWE-117',
    path: /^\??(?:console|logger|log|winston|pino|bunyan|req\.log|request\.log|fastify\.log|app\.log|this\.log(?:ger)?|\.\.?\/\S*logg?(?:er|ing)?\S*|\w*[lL]og(?:ger)?)(?:\(\)|\.\w+\(\)|\.logger|\.default)*\.(?:log|info|warn|error|debug|trace|fatal|verbose)$/,
    parts: (value) => (value.fields ? [] : [value]),
    confidence: 0.5,
    severity: 'low',
    title: 'Data of a caller is written to a log as it is',
    why: 'A line break in the data makes a log line that you did not write.',
    fix: 'Replace line breaks, or log a record: logger.info({ name }, "message").',
  },
  {
    id: 'script-upload-name',
    weakness: 'CWE-434',
    path: /\.(?:mv|writeFile|writeFileSync|createWriteStream|rename|renameSync|copyFile|copyFileSync)$/,
    args: [0, 1],
    parts: (value) =>
      value.taints.some(({ source }) =>
        /\.files?\b.*\.(?:originalname|originalFilename|name|filename)$|^\w+\.(?:originalname|originalFilename)$/.test(source.name),
      )
        ? [value]
        : [],
    severity: 'high',
    title: 'An upload is kept under the name that its sender gave',
    why: 'A sender can choose an extension that the server runs, such as .html or .js.',
    fix: 'Make a name of your own, and accept extensions of a fixed list only.',
  },
  {
    id: 'script-amount-of-work',
    weakness: 'CWE-770',
    path: /^(?:Buffer\.(?:alloc|allocUnsafe)|(?:setTimeout|setInterval)|Array|.*\.(?:repeat|padStart|padEnd))$/,
    args: [0, 1],
    parts: (value) => (value.functions.length > 0 ? [] : [value]),
    when: (call) => !/^set(?:Timeout|Interval)$/.test(call.path) || call.args.length > 1,
    returnsInput: true,
    severity: 'medium',
    title: 'Data of a caller says how much memory or time the work takes',
    why: 'A large number keeps the process busy or fills its memory.',
    fix: 'Limit the number: Math.min(count, 1000).',
  },
  {
    id: 'script-mass-assignment',
    weakness: 'CWE-915',
    path: /(?:^Object\.assign|^(?:lodash|_|underscore)\.(?:assign|extend)|\.(?:create|insert|insertOne|save|update|updateOne|findByIdAndUpdate|findOneAndUpdate|build|upsert|set|merge)|(?:^|\.)[A-Z]\w*)$/,
    when: (call) =>
      !/^(?:URL|Error|String|Response|Request|Number|Boolean|Date|Array|Promise|Map|Set|Buffer|RegExp|JSON)$|[lL]ogg?(?:er|ing)|Error$|Schema|Object\.create|cache|redis|session/.test(
        call.path,
      ),
    parts: wholeBody,
    returnsInput: true,
    severity: 'medium',
    title: 'Every field of a request is written to a record',
    why: 'A caller can set fields that they should not, such as a role or an owner.',
    fix: 'Name the fields that callers may set, one by one.',
  },
  {
    id: 'script-prototype-pollution-merge',
    weakness: 'CWE-1321',
    path: /^\??(?:lodash|_|underscore)\.(?:merge|mergeWith|defaultsDeep|set|setWith)$|^(?:lodash\.(?:merge|mergewith|defaultsdeep|set)|lodash\/(?:merge|mergeWith|defaultsDeep|set)|deepmerge|merge|merge-deep|defaults-deep|deep-extend|extend|just-extend|node\.extend|merge-options|merge-objects|smart-extend|set-value|dset|object-path\.set|mixin-deep|assign-deep)$|^(?:\$|jQuery)\.extend$/,
    when: (call) => !call.path.endsWith('extend') || call.args[0]?.value.number === true || /deep/.test(call.path),
    parts: (value) => [value],
    severity: 'high',
    title: 'Data of a caller is merged deeply into an object',
    why: 'A key such as __proto__ changes all objects of the process.',
    fix: 'Check the data by a schema first, or refuse the keys __proto__, constructor and prototype.',
  },
]

/** The file that is sent: express itself refuses `..` in what was not resolved before. With a root, the root is what matters. */
function fileSent(value: Value): readonly Value[] {
  if (value.fields) return notUndefined(value.fields.get('root'))
  return value.isBuilt && value.path === null ? [] : [value]
}

function notUndefined(value: Value | undefined): readonly Value[] {
  return value ? [value] : []
}

/** The body of a request as a whole, or spread into a record. */
function wholeBody(value: Value): readonly Value[] {
  return /^(?:\{\.\.\.\})?\?(?:\{\}\.)?(?:(?:req|request|ctx\.request|context\.request)\.(?:body|query)|(?:c\.req|req|request)\.(?:json|parseBody|valid)\(\))$/.test(
    value.path ?? '',
  )
    ? [value]
    : []
}
