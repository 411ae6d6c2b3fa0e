import type { SeenCall, Sink } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'
import { onModule } from './script-paths.ts'

const statement =
  /^\s*(?:--.*\n\s*)*\(?(?:select|insert|update|delete|replace|create|drop|alter|truncate|with|merge|call|exec|grant|set|explain|show)\s/i
const isStatement = (value: Value | null | undefined) => statement.test(value?.prefix ?? '')

/** A shell is asked for, or is the program itself. */
function runsShell(call: SeenCall): boolean {
  const shell = optionOf(call, 'shell')
  const program = call.args[0]?.value.text ?? ''
  return (
    (shell !== null && shell.number !== false) ||
    /(?:^|[/\\])(?:(?:ba|z|da|c|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|eval)$/.test(program)
  )
}

/** The values of a query that could be an object where a text is expected. */
function queryValues(value: Value, depth = 0): readonly Value[] {
  if (!value.fields || depth > 3) return value.isBuilt ? [] : [value]
  const loose = value.taints.length > 0 ? [{ ...value, fields: null }] : []
  return [
    ...loose,
    ...[...value.fields].flatMap(([key, field]) => (key === '$eq' || key === '$where' ? [] : queryValues(field, depth + 1))),
  ]
}

const command = {
  weakness: 'CWE-78',
  severity: 'critical',
  title: 'Data of a caller becomes part of a shell command',
  why: 'Characters such as ; and | in the data start other commands.',
  fix: 'Call execFile or spawn with a fixed program and a list of arguments, without a shell.',
} as const

const code = {
  weakness: 'CWE-94',
  severity: 'critical',
  title: 'Data of a caller is run as code',
  why: 'A caller can run any JavaScript here.',
  fix: 'Read values with JSON.parse; choose functions from a fixed table.',
} as const

const sql = {
  weakness: 'CWE-89',
  severity: 'critical',
  title: 'Data of a caller becomes part of an SQL statement',
  why: 'A quote in the data ends the text and lets a caller write the rest of the statement.',
  fix: 'Pass the data as parameters: db.query("… WHERE name = $1", [name]).',
} as const

/** Calls of JavaScript that hand text to an interpreter. */
export const scriptInjectionSinks: readonly Sink[] = [
  {
    ...command,
    id: 'script-command-injection',
    path: onModule('child_process|shelljs|execa', 'exec|execSync|execCommand|execaCommand|execaCommandSync|command'),
    args: [0],
    uncertainToo: 'built',
  },
  {
    ...command,
    id: 'script-command-injection-shell',
    path: onModule('child_process|cross-spawn|execa', 'spawn|spawnSync|execFile|execFileSync|execa|sync'),
    when: runsShell,
    args: [0, 1],
    uncertainToo: true,
  },
  {
    ...command,
    id: 'script-program-from-caller',
    path: /^\??(?:child_process\.(?:spawn|spawnSync|execFile|execFileSync|fork)|cross-spawn(?:\.sync)?|execa(?:\.\w+)?)$/,
    args: [0],
    severity: 'high',
    title: 'Data of a caller chooses a program',
    why: 'A caller can run any program that is installed.',
    fix: 'Choose the program from a fixed table.',
  },
  {
    ...command,
    id: 'script-command-module',
    path: /^(?:exec|exec-sh|remote-exec|async-execute|shelljs\.exec|cross-exec|ssh2\.Client\(\)\.exec|\?(?:ssh|conn|client)\.exec)$/,
    args: [0, 1],
    onlyBuilt: true,
  },
  {
    ...code,
    id: 'script-code-injection',
    path: /^(?:(?:window|global|globalThis|self)\.)?(?:eval|Function|execScript)$|^(?:vm|vm2)\.(?:\w+\.)?(?:runIn\w+|compileFunction|Script|SourceTextModule|VMScript|VM\(\)\.run|NodeVM\(\)\.run)$|^(?:sandbox|notevil|static-eval|safer-eval|safe-eval|node-eval|expr-eval|mathjs\.eval|require-from-string|new-function|thenify|\$?bluebird\.promisifyAll)$|(?:^|\.)_compile$/,
    uncertainToo: true,
  },
  {
    ...code,
    id: 'script-code-in-sandbox',
    path: /^(?:sandbox|isolated-vm|quickjs-emscripten|jailed)(?:\.\w+)?\(\)\.(?:run|compileScript|eval|evalCode)$/,
    args: [0],
    uncertainToo: true,
    severity: 'high',
  },
  {
    ...code,
    id: 'script-code-in-timer',
    path: /^(?:(?:window|global|globalThis|self)\.)?(?:setTimeout|setInterval|setImmediate)$/,
    args: [0],
  },
  {
    ...code,
    id: 'script-angular-expression',
    path: /(?:^|\.)\$(?:eval|evalAsync|apply|applyAsync|watch|watchCollection|watchGroup|compile|parse|interpolate)$/,
    args: [0],
  },
  {
    ...code,
    id: 'script-code-in-page',
    path: /\.(?:executeJavaScript|evaluate|evaluateHandle|evaluateOnNewDocument|addInitScript|addScriptTag|executeScript|injectJavaScript|evaluateJavaScript|insertCSS)$/,
    args: [0],
    when: (call) => !/xpath|document\.evaluate/i.test(call.path),
  },
  {
    ...sql,
    id: 'script-sql-injection',
    path: /\.(?:query|execute|raw|\$queryRawUnsafe|\$executeRawUnsafe|unsafe|queryAsync|whereRaw|orderByRaw|havingRaw|joinRaw|selectRaw|literal|multi|one|none|many|manyOrNone|oneOrNone|any|queryMulti)$/,
    when: (call) =>
      !/graphql|apollo|useQuery|(?:^\??|\.)(?:req|request|ctx|\$|document)\.query$/i.test(call.path) &&
      (/raw|unsafe|query|execute|literal/i.test(call.path) || isStatement(call.args[0]?.value)),
    args: [0],
    parts: (value) =>
      [value, ...['text', 'sql', 'query'].flatMap((name) => value.fields?.get(name) ?? [])].filter(
        ({ fields }) => !fields || fields.size === 0,
      ),
    onlyBuilt: true,
    uncertainToo: true,
  },
  {
    ...sql,
    id: 'script-sql-statement',
    path: /\.(?:get|all|run|exec|each|prepare|batch|where|andWhere|orWhere|having|orHaving)$/,
    when: (call) => isStatement(call.args[0]?.value) || /(?:where|having)$/i.test(call.path),
    args: [0],
    parts: (value) => (value.fields ? [] : [value]),
    onlyBuilt: true,
    uncertainToo: true,
  },
  {
    ...sql,
    id: 'script-sql-from-caller',
    path: /(?:mysql|mysql2|pg|sqlite3|sequelize|Sequelize|Pool|\?(?:db|pool|connection|conn|client|sequelize|knex))(?:\(\))?(?:\.\w+\(\))*\.(?:query|execute|raw)$/,
    args: [0],
    parts: (value) => (value.fields ? [] : [value]),
  },
  {
    id: 'script-nosql-injection',
    weakness: 'CWE-943',
    path: /\.(?:find|findOne|findOneAndUpdate|findOneAndDelete|findOneAndReplace|deleteOne|deleteMany|updateOne|updateMany|replaceOne|countDocuments|count|remove|update|exists|where|distinct|aggregate|findAndModify|findAndRemove|findOneAndRemove|geoSearch|and|or|nor)$/,
    when: (call) =>
      !call.args.some(({ value }) => value.functions.length > 0 && call.args.length === 1) &&
      !call.args[0]?.value.fields?.has('where') &&
      !/^\$|jQuery|createHash|createHmac|hash|hmac|crypto|\?(?:arr|array|list|items)\b|document\./i.test(call.path),
    args: [0],
    parts: queryValues,
    severity: 'high',
    title: 'Data of a caller becomes part of a database query',
    why: 'A caller can send an object such as {"$gt": ""} where a text is expected, and so change what the query asks.',
    fix: 'Convert each value with String(), check it by a schema, or write { $eq: value }.',
  },
  {
    id: 'script-nosql-script',
    weakness: 'CWE-943',
    path: /\.(?:find|findOne|updateOne|updateMany|deleteOne|deleteMany|\$where|mapReduce|aggregate|where|\$function|count|countDocuments|exec)$/,
    when: (call) => call.path.endsWith('$where') || (call.args[0]?.value.fields?.has('$where') ?? false),
    args: [0],
    parts: (value) => [value.fields?.get('$where') ?? value],
    severity: 'critical',
    title: 'Data of a caller becomes script that the database runs',
    why: 'The data can change the query and keep the database busy.',
    fix: 'Compare with plain values and without $where.',
  },
  {
    id: 'script-template-injection',
    weakness: 'CWE-1336',
    path: /^\??(?:ejs|pug|jade|handlebars|Handlebars|nunjucks|mustache|Mustache|hogan\.js|dot|doT|lodash|_|underscore|eta|swig|squirrelly|twig|velocityjs|art-template|liquidjs|whiskers|marko)(?:\.default)?(?:\.\w+\(\))?\.(?:compile|render|renderString|template|precompile|parseAndRender|compileClient|twig|from_string|renderStringAsync)$/,
    args: [0],
    severity: 'critical',
    title: 'Data of a caller becomes part of a template',
    why: 'Expressions in the data are run by the template engine.',
    fix: 'Keep the template fixed and pass the data as a variable.',
  },
  {
    id: 'script-xpath-injection',
    weakness: 'CWE-643',
    path: /^\??xpath(?:\.\w+)*\.(?:select|select1|evaluate|parse|useNamespaces\(\))$|\.(?:evaluate|createExpression|selectSingleNode|selectNodes|xpath\.select|selectWithResolver)$|^xpath\.(?:select|select1|evaluate|parse)$/,
    args: [0],
    severity: 'high',
    title: 'Data of a caller becomes part of an XPath expression',
    why: 'A quote in the data lets a caller ask for other parts of the document.',
    fix: 'Pass the data as a variable of the expression, or accept only letters and digits.',
  },
  {
    id: 'script-ldap-injection',
    weakness: 'CWE-90',
    path: /^\??(?:ldap\w*|ldapjs.*|client|\w*[lL]dap\w*)(?:\.createClient\(\)|\.Client\(\))?\.(?:search|searchAsync)$/,
    onlyBuilt: true,
    parts: (value) => [value, ...(value.fields?.values() ?? [])],
    severity: 'high',
    title: 'Data of a caller becomes part of an LDAP filter',
    why: 'Characters such as * and ) change what the filter asks.',
    fix: 'Build the filter from objects: new EqualityFilter({ attribute, value }).',
  },
  {
    id: 'script-unsafe-deserialisation',
    weakness: 'CWE-502',
    path: /^\??(?:node-serialize|serialize|funcster|cryo|serialize-to-js|js-yaml|yaml|jsyaml|serialijse|v8)(?:\.default)?\.(?:unserialize|deserialize|deepDeserialize|parse|load|loadAll)$/,
    when: (call) => (/yaml/.test(call.path) ? loadsFunctions(call) : !/^(?:yaml|serialize)\.parse$|^v8\./.test(call.path)),
    args: [0],
    severity: 'critical',
    title: 'Data of a caller is read by a format that can run code',
    why: 'The data can hold functions that are called while it is read.',
    fix: 'Use JSON.parse and check the result by a schema.',
  },
  {
    id: 'script-xml-entities',
    weakness: 'CWE-611',
    path: /^\??(?:libxmljs2?|libxml)(?:\.default)?\.(?:parseXml|parseXmlString|parseXmlAsync|(?:SaxParser|SaxPushParser)\(\)\.(?:parseString|push)|parseHtml)$|^\??(?:node-expat|expat)(?:\.Parser\(\))?\.(?:parse|write)$/,
    when: (call) =>
      /expat|Sax/.test(call.path) || ['noent', 'replaceEntities', 'dtdload'].some((name) => optionOf(call, name)?.number === true),
    args: [0],
    severity: 'high',
    title: 'XML of a caller is read with entities',
    why: 'Entities can read files and make requests.',
    fix: 'Leave noent off, which is the default.',
  },
  {
    id: 'script-regex-injection',
    weakness: 'CWE-1333',
    path: /^(?:RegExp|(?:window|global)\.RegExp)$/,
    args: [0],
    returnsInput: true,
    severity: 'medium',
    title: 'Data of a caller becomes a regular expression',
    why: 'An expression that backtracks can take minutes, and keeps the whole process busy.',
    fix: 'Escape the data, or search with includes().',
  },
  {
    id: 'script-regex-from-text',
    weakness: 'CWE-1333',
    path: /\.match$/,
    args: [0],
    when: (call) =>
      !call.args[0]?.value.path?.endsWith('RegExp()') && !/ldap|client|index|elastic|\b(?:es|req|location)\b/i.test(call.path),
    returnsInput: true,
    severity: 'medium',
    title: 'Data of a caller becomes a regular expression',
    why: 'A text given to match() is taken for an expression; one that backtracks can take minutes.',
    fix: 'Escape the data, or search with includes().',
  },
]

/** js-yaml before version 4, or with a schema that has functions. */
function loadsFunctions(call: SeenCall): boolean {
  const schema = optionOf(call, 'schema')?.path ?? ''
  return /DEFAULT_FULL|UNSAFE|js-yaml-js-types/.test(schema)
}
