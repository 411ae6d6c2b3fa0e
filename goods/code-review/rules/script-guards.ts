import type { Guard, Sanitiser, SeenCall } from '../taint/rule.ts'
import type { Value, Weakness } from '../taint/value.ts'
import { everythingBut } from './script-sources.ts'

const replacing = /\.(?:replace|replaceAll)$/

/** What a replacement removes: the text of its expression, if it is applied everywhere. */
function removed(call: SeenCall): string {
  const text = call.args[0]?.value.text ?? ''
  if (call.path.endsWith('replaceAll') && !text.startsWith('/')) return text
  const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? []
  return flags.includes('g') || pattern.startsWith('^') || call.receiver?.path?.endsWith('normalize()') ? pattern : ''
}

/** A class of what is allowed, written as what is not: `[^a-z0-9]`. */
function keepsOnlyPlain(call: SeenCall): boolean {
  const [, kept] = /^\(?\[\^((?:[^\]\\]|\\.)*)\][+*]?\)?$/.exec(removed(call)) ?? []
  return (kept !== undefined && !/[<>'"`;|&$(){}*/]/.test(kept)) || /^\\[WD]\+?$/.test(removed(call))
}

/** A pattern that a whole text must fit, and which allows only plain characters. */
function isStrictPattern(value: Value | null | undefined): boolean {
  const [, pattern = ''] = /^\/(.*)\/[a-z]*$/s.exec(value?.text ?? '') ?? []
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false
  const inner = pattern.slice(1, -1)
  // A class of anything, or a dot that means any character, lets everything through.
  return !/(?<!\\)\.(?:[*+]|\{)|\[\^|\\[SWD]/.test(inner) && !/[<>'"`;]/.test(inner.replaceAll(/\\./g, ''))
}

const marksOfHtml = /<|&lt|\\W|>|\[&|\(\?:<|"/

export const scriptSanitisers: readonly Sanitiser[] = [
  { path: /^(?:Boolean|Date|Date\.\w+|(?:uuid|ulid|nanoid|crypto)(?:\.\w+)?)$|\.(?:getTime|isoWeek)$/, cleans: 'all' },
  {
    path: /^(?:Number|parseInt|parseFloat|BigInt|Math\.\w+|Number\.\w+)$|\.(?:toFixed|toNumber)$/,
    cleans: everythingBut('CWE-338', 'CWE-770'),
  },
  { path: /^(?:date-fns|moment|dayjs|luxon)\b/, cleans: ['CWE-79'] },
  { path: /^Math\.min$|^(?:lodash|_)\.clamp$/, cleans: ['CWE-770'] },
  { path: /^path\.(?:join|resolve)$/, when: (call) => call.args.filter(({ value }) => !value.isConstant).length > 1, cleans: ['CWE-377'] },
  { path: /^String$|\.(?:toString|trim|toLowerCase|toUpperCase|slice|substring|substr|join|toHexString)$/, cleans: ['CWE-943'] },
  {
    path: /^encodeURIComponent$|^(?:qs|querystring)\.(?:escape|stringify)$|^(?:URLSearchParams)\(\)\.toString$/,
    cleans: ['CWE-79', 'CWE-22', 'CWE-113', 'CWE-117', 'CWE-601', 'CWE-918', 'CWE-943', 'CWE-643'],
  },
  {
    path: /(?:^|[./?])(?:sanitiz(?:er?|e(?:d|Path|File|Filename|Name|Input|Url|Param|Query))|(?:safe|clean|validate|check)(?:Path|File|Filename|Input|Url))$/,
    cleans: everythingBut('CWE-770'),
  },
  { path: /^encodeURI$/, cleans: ['CWE-79', 'CWE-113', 'CWE-117'] },
  {
    path: /(?:^|[./?])(?:escape-?html|escape|html-?escape|escapeHTML|encodeHTML|encodeHtml|htmlEncode|encode|encodeXML|escapeUTF8|sanitize-?html|sanitizeHTML|sanitize|xss|filterXSS|inHTMLData|escapeMarkup|escapeXml|purify|stripTags|striptags|textContent|encodeForHTML|clean)(?:\.default)?$/i,
    cleans: ['CWE-79'],
  },
  { path: /^(?:escape|encode|sanitize|clean)_?(?:html|xml|attr|entities|markup)\w*$/i, cleans: ['CWE-79'], isByName: true },
  { path: /^(?:escape|sanitize|quote|clean)_?(?:shell|command|cmd|arg)\w*$/i, cleans: ['CWE-78'], isByName: true },
  {
    path: /^(?:lit|hono\/html|uhtml|common-tags|escape-html-template-tag|lit-html)(?:\/.*)?\.(?:html|safeHtml)$|^html$|^\??DOMPurify|^(?:dompurify|isomorphic-dompurify)(?:\.\w+)?/,
    cleans: ['CWE-79'],
  },
  { path: /^(?:marked|markdown-it).*\.(?:parse|render)$/, cleans: [] },
  { path: /^JSON\.stringify$/, cleans: ['CWE-79', 'CWE-117', 'CWE-113', 'CWE-943'] },
  { path: /^JSON\.parse$/, cleans: ['CWE-94', 'CWE-502'] },
  {
    path: /(?:^|\.)path(?:\.posix|\.win32)?\.(?:basename|extname)$|^path\.(?:basename|extname)$|^(?:sanitize-filename|sanitizeFilename|filenamify|slugify|@sindresorhus\/slugify)(?:\.\w+)?$/,
    cleans: ['CWE-22', 'CWE-73', 'CWE-434'],
  },
  { path: /^(?:shell-quote|shellwords|shell-escape|shlex|puka|any-shell-escape|shescape)(?:\.\w+)*(?:\(\)\.\w+)?$/, cleans: ['CWE-78'] },
  {
    path: /(?:^|\.)(?:escapeId|escapeLiteral|escapeIdentifier|quoteIdent|quoteLiteral)$|^(?:mysql2?|sqlstring|pg-format|pg-escape|\?(?:db|pool|connection|conn))(?:\.\w+\(\))?\.(?:escape|format|ident|literal)$|^(?:pg-format|pg-escape)$/,
    cleans: ['CWE-89'],
  },
  {
    path: /^(?:lodash|_)\.escapeRegExp$|^escape-string-regexp(?:\.default)?$|^RegExp\.escape$|escapeReg(?:ex|exp)?$/i,
    cleans: ['CWE-1333'],
  },
  {
    path: /(?:^|\.)(?:ObjectId|ObjectID)$|^(?:mongo-sanitize|express-mongo-sanitize)(?:\.\w+)?$/,
    cleans: ['CWE-943', 'CWE-79', 'CWE-22', 'CWE-89'],
  },
  {
    path: /(?:zod|yup|joi|@hapi\/joi|valibot|superstruct|typebox).*\.(?:parse|safeParse|parseAsync|validate|validateSync|validateAsync|attempt|safeParseAsync|cast|Parse)$/,
    cleans: ['CWE-943', 'CWE-915', 'CWE-1321', 'CWE-770'],
  },
  { path: /^(?:lodash|_|underscore)\.pick$|^(?:lodash)\.pick$/, cleans: ['CWE-915'] },
  { path: /^(?:class-transformer)\.(?:plainToInstance|plainToClass)$/, cleans: [] },
  { path: replacing, when: (call) => marksOfHtml.test(removed(call)) && !/<script/i.test(removed(call)), cleans: ['CWE-79'] },
  {
    path: replacing,
    when: keepsOnlyPlain,
    cleans: [
      'CWE-22',
      'CWE-73',
      'CWE-78',
      'CWE-79',
      'CWE-89',
      'CWE-94',
      'CWE-113',
      'CWE-117',
      'CWE-601',
      'CWE-643',
      'CWE-90',
      'CWE-918',
      'CWE-943',
      'CWE-1333',
      'CWE-1336',
      'CWE-1321',
      'CWE-434',
      'CWE-829',
    ],
  },
  { path: replacing, when: (call) => /\\[rn]|[\r\n]|\\s|\\x0|\\u000|\\p\{Cc/.test(removed(call)), cleans: ['CWE-117', 'CWE-113'] },
  {
    path: replacing,
    when: (call) => /\\?\.\\?\.|\[[^\]]*\/[^\]]*\]|(?:^|\|)\\\/(?:$|\|)/.test(removed(call)),
    cleans: ['CWE-22', 'CWE-73'],
  },
  { path: replacing, when: (call) => /\[.*\\?[*+].*\]/.test(removed(call)), cleans: ['CWE-1333'] },
  { path: replacing, when: (call) => removed(call) === "'" || /^\\?'$/.test(removed(call)), cleans: ['CWE-78', 'CWE-89', 'CWE-643'] },
]

/** What text without special characters can't lead to; it may still hold dots and slashes. */
const plainText: readonly Weakness[] = [
  'CWE-78',
  'CWE-79',
  'CWE-89',
  'CWE-90',
  'CWE-94',
  'CWE-113',
  'CWE-117',
  'CWE-643',
  'CWE-943',
  'CWE-1336',
]

const everything: readonly Weakness[] | 'all' = 'all'
const isUntainted = (value: Value | null) => value !== null && value.taints.length === 0

export const scriptGuards: readonly Guard[] = [
  { path: /\.test$/, cleans: everything, tests: 0, when: isStrictPattern },
  { path: /\.match$/, cleans: everything, tests: 'receiver', when: (_receiver, args) => isStrictPattern(args[0]) },
  { path: /\.exec$/, cleans: everything, tests: 0, when: isStrictPattern },
  {
    path: /\.(?:includes|has|hasOwnProperty|indexOf|some|contains)$/,
    cleans: everything,
    tests: 0,
    when: (receiver, args) => isUntainted(receiver) && args.length === 1,
  },
  {
    path: /^Object\.hasOwn$|^Object\.prototype\.hasOwnProperty\.call$|^(?:lodash|_)\.has$/,
    cleans: everything,
    tests: 1,
    when: (_receiver, args) => args[0]?.taints.length === 0,
  },
  { path: /^(?:lodash|_)\.includes$/, cleans: everything, tests: 1 },
  {
    path: /\.includes$/,
    cleans: ['CWE-22', 'CWE-73'],
    tests: 'receiver',
    whenFails: true,
    when: (_receiver, args) => /\.\.|^[/\\]$|^\0$/.test(args[0]?.text ?? ''),
  },
  {
    path: /\.includes$/,
    cleans: ['CWE-1321'],
    tests: 'receiver',
    whenFails: true,
    when: (_receiver, args) => /proto|constructor/.test(args[0]?.text ?? ''),
  },
  { path: /^(?:path\.)?(?:posix\.)?isAbsolute$|^path\.isAbsolute$/, cleans: ['CWE-22'], tests: 0, whenFails: true },
  {
    path: /\.test$/,
    cleans: ['CWE-22', 'CWE-73'],
    tests: 0,
    whenFails: true,
    when: (receiver) => /\\\.\\\.|\[[^\]]*\/|\.\.|\\\//.test(receiver?.text ?? ''),
  },
  {
    path: /\.startsWith$/,
    cleans: ['CWE-22', 'CWE-73'],
    tests: 'receiver',
    when: (receiver, args) => args[0]?.taints.length === 0 && /(?:resolve|normalize|join|realpath\w*)\(\)$/.test(receiver?.path ?? ''),
  },
  {
    path: /\.test$/,
    cleans: plainText,
    tests: 0,
    whenFails: true,
    when: (receiver) => /^\/\[\^(?:[^\]\\<>'"`;|&$]|\\[/\-.wds])*\]\/[a-z]*$/.test(receiver?.text ?? ''),
  },
  {
    path: /\.(?:test|exec|match)$/,
    cleans: ['CWE-79'],
    tests: 0,
    whenFails: true,
    when: (receiver) => /\[[^\]]*<[^\]]*\]/.test(receiver?.text ?? ''),
  },
  {
    path: /\.startsWith$/,
    cleans: ['CWE-22', 'CWE-73', 'CWE-601'],
    tests: 'receiver',
    whenFails: true,
    when: (_receiver, args) => /^(?:\.\.|\/\/)/.test(args[0]?.text ?? '') || args[0]?.path === 'path.sep',
  },
  {
    path: /\.startsWith$/,
    cleans: ['CWE-601', 'CWE-918', 'CWE-79'],
    tests: 'receiver',
    when: (_receiver, args) =>
      args[0] !== undefined &&
      args[0].taints.length === 0 &&
      (args[0].text === null
        ? args[0].path !== null || /\/\/[^/]+\//.test(args[0].prefix ?? '')
        : /^(?:[a-z]+:)?\/\/[^/]+\//i.test(args[0].text)),
  },
  { path: /\.startsWith$/, cleans: ['CWE-79'], tests: 'receiver', when: (_receiver, args) => /^(?:https?:|\/)/.test(args[0]?.text ?? '') },
  { path: /^Array\.isArray$/, cleans: ['CWE-943'], tests: 0, whenFails: true },
  {
    path: /^(?:validator|class-validator)(?:\.default)?\.(?:isAlphanumeric|isInt|isNumeric|isUUID|isMongoId|isAlpha|isHexadecimal|isIP|isDecimal|isFloat|isSlug|isIn|isLocale|isBoolean|isDate|isISO8601)$/,
    cleans: everything,
    tests: 0,
  },
  { path: /^(?:Number\.(?:isInteger|isSafeInteger|isFinite)|isFinite)$/, cleans: everything, tests: 0 },
  { path: /^(?:Number\.)?isNaN$/, cleans: everything, tests: 0, whenFails: true },
  {
    path: /(?:^|[.?])(?:is_?(?:safe|valid|allowed|local|trusted|permitted|known|own|inside|within|same)|(?:has|validate|check|allow|verify|assert)(?:Allowed|Safe|Valid)?)(?:[A-Z_]\w*)?$/i,
    cleans: everything,
    tests: 0,
  },
]
