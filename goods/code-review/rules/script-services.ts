import type { Misuse, SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'

const field = (value: Value | null | undefined, name: string) => value?.fields?.get(name) ?? null
/** The options for TLS of a database client: `dialectOptions.ssl`. */
const tlsOf = (call: SeenCall) => field(optionOf(call, 'dialectOptions'), 'ssl') ?? optionOf(call, 'ssl')

/** Calls that serve too much, or speak to other services without protection. */
export const scriptServices: readonly Misuse[] = [
  {
    id: 'script-database-without-tls',
    weakness: 'CWE-319',
    path: /^(?:sequelize(?:\.Sequelize)?|Sequelize|\?Sequelize|\.\.?\/\S*\.Sequelize)$/,
    when: (call) =>
      call.args.some(({ value }) => value.fields?.has('dialect')) &&
      tlsOf(call) === null &&
      !/sqlite/.test(optionOf(call, 'dialect')?.text ?? '') &&
      !/^(?:localhost|127\.)/.test(optionOf(call, 'host')?.text ?? ''),
    confidence: 0.4,
    severity: 'low',
    title: 'A database is spoken to without encryption',
    why: 'Anyone on the way can read passwords and data.',
    fix: 'Set dialectOptions: { ssl: { require: true, minVersion: "TLSv1.2" } }.',
  },
  {
    id: 'script-insecure-channel',
    weakness: 'CWE-319',
    path: /(?:^|\.)(?:createInsecure)$/,
    severity: 'medium',
    title: 'A channel without encryption',
    why: 'Anyone on the way can read and change what is sent.',
    fix: 'Use createSsl with certificates.',
  },
  {
    id: 'script-debugger-open',
    weakness: 'CWE-489',
    path: /\.launch$|^chrome-launcher\.launch$/,
    when: (call) =>
      [optionOf(call, 'args'), optionOf(call, 'chromeFlags')].some(
        (list) => list?.items?.some(({ text, prefix }) => /^--remote-debugging-(?:address|port)=/.test(text ?? prefix ?? '')) ?? false,
      ),
    severity: 'medium',
    title: 'The debugger of the browser can be reached over the network',
    why: 'Whoever reaches it controls the browser and reads its files.',
    fix: 'Use a pipe, which is the default, or bind the debugger to 127.0.0.1.',
  },
  {
    id: 'script-authentication-tag-of-any-length',
    weakness: 'CWE-310',
    path: /(?:^|\.)createDecipheriv$/,
    when: (call) => /-gcm$/i.test(call.args[0]?.value.text ?? '') && call.args.length === 3,
    confidence: 0.5,
    severity: 'low',
    title: 'Short authentication tags are accepted',
    why: 'A tag of four bytes can be guessed, and then changed data is taken for genuine.',
    fix: 'Pass { authTagLength: 16 }, or check the length of the tag.',
  },
  {
    id: 'script-weak-argon2',
    weakness: 'CWE-916',
    path: /^argon2\.hash$/,
    when: (call) => /argon2[id]$/.test(optionOf(call, 'type')?.path ?? ''),
    severity: 'low',
    title: 'A kind of Argon2 that is weaker than it could be',
    why: 'argon2d can be read by timing, and argon2i is easier to try out than argon2id.',
    fix: 'Use argon2.argon2id, which is the default.',
  },
  {
    id: 'script-private-folder-served',
    weakness: 'CWE-548',
    path: /(?:^|\.)(?:static|serve-static|serveStatic|koa-static|@fastify\/static)$/,
    when: (call) =>
      call.args.some(({ value }) => /(?:^|\/)(?:node_modules)\/?$|^(?:\.\.\/?)+$|^~\/?$/.test(value.text ?? '')) ||
      /(?:__dirname|process\.cwd\(\))$/.test(call.args[0]?.value.path ?? '') ||
      (call.args[0]?.value.path ?? '').startsWith('os.homedir'),
    severity: 'medium',
    title: 'A folder that is not for visitors is served',
    why: 'Source code, packages and settings can be read.',
    fix: 'Serve a folder that holds only public files.',
  },
  {
    id: 'script-any-resource',
    weakness: 'CWE-79',
    path: /\.(?:resourceUrlWhitelist|trustedResourceUrlList)$|\$sceProvider\.enabled$|\.enabled$/,
    when: (call) =>
      /List$|list$/.test(call.path)
        ? (call.args[0]?.value.items?.some(({ text }) => text === '**' || /^https?:\/\/\*\*/.test(text ?? '')) ?? false)
        : /sceProvider/.test(call.path) && call.args[0]?.value.number === false,
    severity: 'medium',
    title: 'Templates and scripts of any address are trusted',
    why: 'A page of an attacker can be loaded as a template.',
    fix: 'List the addresses that are yours.',
  },
  {
    id: 'script-markdown-with-html',
    weakness: 'CWE-79',
    path: /^<\w*(?:Markdown)\w*>$|^markdown-it$|^(?:\w+\.)?(?:remarkable|Remarkable|showdown\.Converter)$/,
    when: (call) =>
      call.args.some(({ name, value }) => /^(?:escapeHtml)$/.test(name ?? '') && value.number === false) ||
      call.args.some(
        ({ name, value }) =>
          /^(?:skipHtml|transformLinkUri|transformImageUri|allowDangerousHtml)$/.test(name ?? '') &&
          (name === 'allowDangerousHtml' ? value.number !== false : name?.startsWith('transform') === true && value.isConstant),
      ) ||
      optionOf(call, 'html')?.number === true,
    confidence: 0.5,
    severity: 'medium',
    title: 'HTML in Markdown is shown as it is',
    why: 'A tag in the text runs as script in the page.',
    fix: 'Leave HTML off, or clean it with a plugin such as rehype-sanitize.',
  },
  {
    id: 'script-header-for-browsers-off',
    weakness: 'CWE-693',
    path: /(?:^|\.)helmet$|^\?helmet$/,
    when: (call) =>
      ['frameguard', 'contentSecurityPolicy', 'hsts', 'noSniff', 'xssFilter', 'dnsPrefetchControl', 'ieNoOpen', 'hidePoweredBy'].some(
        (name) => optionOf(call, name)?.number === false,
      ),
    confidence: 0.5,
    severity: 'low',
    title: 'A protection by a header is switched off',
    why: 'Browsers protect visitors only where the header says so.',
    fix: 'Leave it on, and allow only what the pages need.',
  },
  {
    id: 'script-default-session',
    weakness: 'CWE-693',
    path: /^(?:express-session|cookie-session)$/,
    when: (call) =>
      (call.args[0]?.value.fields ?? null) !== null &&
      !['name', 'genid', 'store'].some((name) => call.args[0]?.value.fields?.has(name)) &&
      optionOf(call, 'cookie') === null &&
      optionOf(call, 'secure') === null,
    confidence: 0.4,
    severity: 'low',
    title: 'A session with the default name and cookie',
    why: 'The name tells what the server is built with, and the cookie is sent over plain HTTP too.',
    fix: 'Set name and cookie: { secure: true, httpOnly: true, sameSite: "lax" }.',
  },
  {
    id: 'script-entities-on',
    weakness: 'CWE-611',
    path: /^\??(?:libxmljs2?|libxml)(?:\.default)?\.(?:parseXml|parseXmlString|parseXmlAsync|parseHtml)$/,
    when: (call) =>
      ['noent', 'replaceEntities'].some((name) => optionOf(call, name)?.number === true) && call.args[0]?.value.taints.length === 0,
    severity: 'medium',
    title: 'XML is read with entities',
    why: 'Entities of a document can read files and make requests.',
    fix: 'Leave noent off, which is the default.',
  },
  {
    id: 'script-shell-to-read-file',
    weakness: 'CWE-78',
    path: /^\??(?:child_process|shelljs|execa)(?:\.default)?\.(?:exec|execSync)$/,
    when: (call) =>
      /^\s*(?:\/bin\/)?cat\s+(?:[^|<>;&\s$,*?{}-][^|<>;&\s$,*?{}]*)?\s*$/.test(
        call.args[0]?.value.text ?? call.args[0]?.value.prefix ?? '',
      ),
    confidence: 0.5,
    severity: 'low',
    title: 'A shell is started to read a file',
    why: 'Characters of the name can mean something to the shell, and it is slow.',
    fix: 'Use fs.readFile.',
  },
]
