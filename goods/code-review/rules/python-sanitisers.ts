import type { Guard, Sanitiser } from '../taint/rule.ts'

const isLineBreak = (text: string | null | undefined) => /[\r\n]/.test(text ?? '') || /\\[rn]/.test(text ?? '')

/** Calls of Python whose result can no longer lead to some weaknesses. */
export const pythonSanitisers: readonly Sanitiser[] = [
  {
    path: /^(?:int|float|bool|complex|uuid\.UUID|decimal\.Decimal|Decimal|fractions\.Fraction|datetime\.\S+|ipaddress\.\w+|abs|round|ord|min|max|sum|len|range|hash|divmod|bin|hex|oct|int\.from_bytes|time\.\w+|round)$/,
    cleans: 'all',
  },
  { path: /^(?:shlex\.(?:quote|join)|pipes\.quote)$/, cleans: ['CWE-78'] },
  {
    path: /^(?:html\.escape|(?:markupsafe|flask|jinja2|cgi|xml\.sax\.saxutils)\.(?:escape|quoteattr)|escape|bleach\.(?:clean|linkify)|nh3\.clean|django\.utils\.html\.\w+|conditional_escape|format_html|(?:\w+\.)*Markup\(\)\.(?:format|join|__mod__)|(?:\w+\.)*(?:Markup|escape)\.\w+|.*escape_(?:for_)?html|.*html_escape|tornado\.escape\.xhtml_escape|six\.moves\.html_escape|lxml\.html\.clean\.\w+)$/,
    cleans: ['CWE-79'],
  },
  {
    path: /^(?:(?:werkzeug\.)?(?:utils\.)?secure_filename|os\.path\.basename|ntpath\.basename|posixpath\.basename|(?:flask\.|werkzeug\.(?:utils|security)\.)?safe_join|django\.utils\.(?:_os\.safe_join|text\.get_valid_filename)|pathvalidate\.\w+)$/,
    cleans: ['CWE-22'],
  },
  { path: /^(?:flask\.)?send_from_directory$/, cleans: ['CWE-22', 'CWE-79'] },
  { path: /^re\.escape$/, cleans: ['CWE-1333', 'CWE-78', 'CWE-643'] },
  { path: /(?:^|\.)escape_(?:filter_chars|dn_chars|rdn)$/, cleans: ['CWE-90'] },
  {
    path: /(?:^|\.)(?:escape_string|quote_ident|quote_identifier|adapt|Identifier|Literal|literal|quote_name|quoted_name)$/,
    cleans: ['CWE-89', 'CWE-643'],
  },
  {
    path: /^(?:urllib\.parse\.|urllib\.|six\.moves\.urllib\.parse\.)(?:quote(?:_plus)?|urlencode)$|^(?:quote|quote_plus|urlencode)$/,
    cleans: ['CWE-79', 'CWE-22', 'CWE-113', 'CWE-117', 'CWE-601', 'CWE-643', 'CWE-78', 'CWE-90'],
  },
  { path: /\.replace$/, when: (call) => isLineBreak(call.args[0]?.value.text), cleans: ['CWE-117', 'CWE-113'] },
  { path: /\.(?:splitlines|translate)$/, cleans: ['CWE-117', 'CWE-113'] },
  {
    path: /\.replace$/,
    when: (call) => /[/\\]|\.\./.test(call.args[0]?.value.text ?? '') && !/\.\.[/\\]/.test(call.args[0]?.value.text ?? ''),
    cleans: ['CWE-22'],
  },
  { path: /\.replace$/, when: (call) => /^['"]$/.test(call.args[0]?.value.text ?? ''), cleans: ['CWE-643'] },
  { path: /\.replace$/, when: (call) => call.args[0]?.value.text === '<', cleans: ['CWE-79'] },
  {
    path: /^re\.sub$|re\.compile\(\)\.sub$/,
    when: (call) => /\[\^|\\W|\\s\+/.test(call.args[0]?.value.text ?? '') || /compile/.test(call.path),
    cleans: 'all',
  },
  { path: /^re\.sub$/, when: (call) => isLineBreak(call.args[0]?.value.text), cleans: ['CWE-117', 'CWE-113'] },
  { path: /^(?:ast\.literal_eval|json\.loads)$/, cleans: ['CWE-502'] },
  { path: /^defusedxml\..*$/, cleans: ['CWE-611'] },
  {
    path: /^(?:flask\.)?(?:url_for|jsonify|render_template|json\.dumps)$|^django\.shortcuts\.(?:render|resolve_url)$|^django\.urls\.reverse$/,
    cleans: ['CWE-79', 'CWE-601', 'CWE-22', 'CWE-117', 'CWE-113'],
  },
  {
    path: /(?:Environment\(\)|env|environment|templates?|loader|lookup|get_template\(\)|TemplateLookup\(\))(?:\.get_template\(\))?\.render(?:_async|_to_string)?$|(?:^|\.)render_to_string$|TemplateResponse$/i,
    cleans: ['CWE-79'],
  },
  { path: /^(?:repr|ascii)$|^json\.dumps$/, cleans: ['CWE-117', 'CWE-113'] },
  { path: /^(?:str|bytes)$/, when: ({ args }) => args.length <= 1, cleans: ['CWE-943'] },
  {
    path: /(?:^|[._])(?:hash|hashed|hashpw|encrypt|mask|redact|digest|scrypt|pbkdf2|crypt|kdf|derive|generate_password_hash|make_password|hash_password|set_password|obfuscate|fingerprint)\w*$/i,
    cleans: ['CWE-312', 'CWE-532', 'CWE-522', 'CWE-319', 'CWE-916'],
  },
  {
    path: /(?:^|[._])(?:sanitize|sanitise|clean|scrub|escape|strip_crlf|safe)_?\w*$/i,
    when: (call) => !/strip_tags$|\.clean_data/.test(call.path),
    cleans: ['CWE-79', 'CWE-117', 'CWE-113', 'CWE-22', 'CWE-90', 'CWE-643'],
  },
]

const bySchema =
  /(?:Schema|Form|Serializer|Model|validator|TypeAdapter)\(?\)?\.(?:load|validate|is_valid|validate_python|parse_obj|model_validate|dump)$/

/** Tests of Python after which data is safe in one branch. */
export const pythonGuards: readonly Guard[] = [
  { path: /^re\.(?:fullmatch|match)$/, cleans: 'all', tests: 1 },
  {
    path: /^re\.compile\(\)\.(?:fullmatch|match)$|(?:^|\.)_?[A-Z_]+(?:\(\))?\.(?:fullmatch|match)$|(?:pattern|regex|_re|_rx)\.(?:fullmatch|match)$/,
    cleans: 'all',
    tests: 0,
  },
  { path: /\.(?:isalnum|isdigit|isalpha|isnumeric|isdecimal|isidentifier|isascii_alnum)$/, cleans: 'all', tests: 'receiver' },
  {
    path: /(?:realpath|abspath|normpath|resolve|absolute)\(\)(?:\.\w+)*\.(?:startswith|is_relative_to)$|\.is_relative_to$/,
    cleans: ['CWE-22'],
    tests: 'receiver',
  },
  { path: /\.endswith$/, cleans: ['CWE-434'], tests: 'receiver' },
  { path: /(?:netloc|hostname|host)\.(?:endswith|startswith)$/, cleans: ['CWE-601', 'CWE-918'], tests: 'receiver' },
  { path: /\.startswith$/, cleans: ['CWE-601', 'CWE-918'], tests: 'receiver' },
  { path: /^isinstance$/, cleans: ['CWE-943', 'CWE-501'], tests: 0 },
  { path: /(?:^|[._])allowed_(?:file|extension|image|type)\w*$/i, cleans: ['CWE-434'], tests: 0 },
  {
    path: /(?:^|[._])(?:is_|has_)?(?:safe|allowed|valid|trusted|permitted|url_has_allowed|verify|validate|check)(?!_?(?:password|file|user|token|login))\w*$/i,
    cleans: 'all',
    tests: 0,
  },
  { path: bySchema, cleans: 'all', tests: 0 },
]
