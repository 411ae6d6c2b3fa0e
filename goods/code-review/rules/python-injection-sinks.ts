import type { SeenCall, Sink } from '../taint/rule.ts'
import { isNamed } from './arguments.ts'
import { isSqlText, runsSql } from './sql-text.ts'

const inShell = (call: SeenCall) =>
  isNamed(call, 'shell', true) ||
  /^(?:os\.|popen2\.|commands\.|pexpect\.|asyncio\.|subprocess\.getoutput|subprocess\.getstatusoutput)/.test(call.path)
const isShellList = (call: SeenCall) =>
  !isNamed(call, 'shell', true) && /(?:^|\/)(?:ba|z|da)?sh$|cmd(?:\.exe)?$/.test(call.args[0]?.value.prefix ?? '')
const isWholeCommand = (call: SeenCall) => {
  const command = call.arg(0, 'args')
  return command !== null && !command.isList && !command.isBuilt && (command.path ?? '').endsWith('.split()')
}

/** Calls of Python that make code, commands or queries of data. */
export const pythonInjectionSinks: readonly Sink[] = [
  {
    id: 'python-command-injection',
    weakness: 'CWE-78',
    path: /^(?:os\.(?:system|popen\d?)|subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|commands\.\w+|popen2\.\w+|asyncio\.(?:subprocess\.)?create_subprocess_shell|pexpect\.(?:run|spawn))$/,
    when: (call) => inShell(call) || isShellList(call) || isWholeCommand(call),
    args: [0, 'args', 'cmd', 'command'],
    uncertainToo: true,
    severity: 'critical',
    title: 'Data of a caller becomes part of a shell command',
    why: 'Characters such as ; and | in the data start other commands.',
    fix: 'Pass the command as a list without a shell, or quote the data with shlex.quote.',
  },
  {
    id: 'python-remote-command-injection',
    weakness: 'CWE-78',
    returnsInput: true,
    path: /(?:\.exec_command|(?:^|[._])(?:run|exec|execute|send)_?(?:ssh|shell|adb|cli|remote|cmd|command)(?:_cmd|_command)?|(?:^|[._])(?:ssh|shell|adb|cli|cmd)_(?:run|exec|execute|call|cmd)|fabric\.(?:api|operations)\.(?:run|sudo|local)|invoke\.(?:run|sudo)|fabric\.Connection\(\)\.(?:run|sudo|local)|__salt__\.cmd\.run)$/,
    when: ({ args }) => args[0]?.value.isList === false,
    args: [0, 'command', 'cmd'],
    onlyBuilt: true,
    uncertainToo: true,
    confidence: 0.6,
    severity: 'high',
    title: 'Data of a caller becomes part of a command',
    why: 'The command is one text, so spaces and characters such as ; in the data change it.',
    fix: 'Hand over a list of arguments, or quote each value with shlex.quote.',
  },
  {
    id: 'python-program-from-caller',
    weakness: 'CWE-78',
    path: /^(?:os\.(?:exec[lv]p?e?|spawn[lv]p?e?|startfile|posix_spawnp?)|subprocess\.(?:run|call|check_call|check_output|Popen))$/,
    when: (call) => call.path.startsWith('os.') || (call.arg(0, 'args')?.isList === false && !inShell(call)),
    args: [0, 1, 'args'],
    severity: 'high',
    title: 'Data of a caller chooses a program',
    why: 'A caller can run any program that is installed.',
    fix: 'Choose the program from a fixed list.',
  },
  {
    id: 'python-code-injection',
    weakness: 'CWE-94',
    path: /^(?:eval|exec|compile|execfile|builtins\.(?:eval|exec)|code\.Interactive\w+\(\)\.\w+|__import__|importlib\.import_module|pandas\.eval|\w+\.(?:eval|query)_expression)$/,
    args: [0],
    uncertainToo: true,
    severity: 'critical',
    title: 'Data of a caller is run as code',
    why: 'A caller can run any Python code here.',
    fix: 'Read values with ast.literal_eval or json.loads; choose functions from a dictionary.',
  },
  {
    id: 'python-sql-injection',
    weakness: 'CWE-89',
    path: /./,
    when: (call) => runsSql(call),
    returnsInput: true,
    onlyBuilt: true,
    uncertainToo: true,
    parts: (value) => (isSqlText(value) || !value.isList ? [value] : []),
    args: [0, 'sql', 'query', 'where', 'statement'],
    severity: 'critical',
    title: 'Data of a caller becomes part of an SQL statement',
    why: 'A quote in the data ends the text and lets a caller write the rest of the statement.',
    fix: 'Pass the data as parameters: cursor.execute("… WHERE name = %s", (name,)).',
  },
  {
    id: 'python-nosql-injection',
    weakness: 'CWE-943',
    path: /\.(?:find|find_one|update_one|update_many|delete_one|delete_many|replace_one|find_one_and_\w+|aggregate|count_documents|distinct)$/,
    returnsInput: true,
    when: (call) => !/^(?:re|str|bs4|lxml|xml)\b/.test(call.path) && (call.args[0]?.value.fields !== null || !call.args[0].value.isList),
    from: /json|body|data|loads/,
    args: [0, 'filter'],
    severity: 'high',
    title: 'Data of a caller becomes part of a database query as an object',
    why: 'JSON can hold an object such as {"$ne": null} where a text is expected, and that matches every record.',
    fix: 'Turn each value into a text first: str(data["name"]).',
  },
  {
    id: 'python-nosql-script',
    weakness: 'CWE-943',
    path: /\.(?:find|find_one|update_one|update_many|delete_one|delete_many|aggregate|count_documents|eval|map_reduce)$/,
    when: (call) =>
      /\$where|\$function/.test([...(call.args[0]?.value.fields?.keys() ?? [])].join()) || /map_reduce|db\.eval$/.test(call.path),
    args: [0],
    uncertainToo: true,
    severity: 'high',
    title: 'Data of a caller becomes part of a script that the database runs',
    why: 'A quote in the data ends the text and lets a caller write script.',
    fix: 'Compare with plain values and without $where.',
  },
  {
    id: 'python-template-injection',
    weakness: 'CWE-1336',
    path: /^(?:flask\.render_template_string|render_template_string|(?:jinja2|mako\.template|django\.template|tornado\.template|chameleon|bottle)\.(?:Template|SimpleTemplate|PageTemplate)|(?:jinja2\.(?:sandbox\.)?\w*Environment\(\)|.*env(?:ironment)?)\.from_string|.*engines\[?.*\.from_string|bottle\.template)$/i,
    when: (call) => !/sandbox/i.test(call.path),
    args: [0, 'source', 'text'],
    uncertainToo: true,
    severity: 'critical',
    title: 'Data of a caller becomes part of a template',
    why: 'Expressions in the data are run by the template engine.',
    fix: 'Keep the template fixed and pass the data as a variable.',
  },
  {
    id: 'python-unsafe-deserialisation',
    weakness: 'CWE-502',
    path: /^(?:c?[pP]ickle\.loads?|cPickle\.loads?|dill\.loads?|cloudpickle\.loads?|marshal\.loads?|shelve\.open|jsonpickle\.decode|yaml\.(?:load|load_all|unsafe_load|unsafe_load_all|full_load)|joblib\.load|torch\.load|numpy\.load|pandas\.read_pickle|pickle\.Unpickler)$/,
    when: (call) =>
      (!call.path.startsWith('yaml.load') || !/Safe|Base/.test(call.args.map(({ value }) => value.path ?? '').join())) &&
      (!call.path.startsWith('torch') || !isNamed(call, 'weights_only', true)) &&
      (!call.path.startsWith('numpy') || isNamed(call, 'allow_pickle', true)),
    args: [0, 'data', 'file'],
    uncertainToo: true,
    severity: 'critical',
    title: 'Data of a caller is read by a format that can run code',
    why: 'The author of the data can choose functions that are called while it is read.',
    fix: 'Use json.loads or yaml.safe_load.',
  },
  {
    id: 'python-ldap-injection',
    weakness: 'CWE-90',
    path: /\.(?:search|search_s|search_st|search_ext|search_ext_s|paged_search|simple_bind_s)$|^ldap3\.Connection$/,
    when: (call) =>
      !call.path.startsWith('re.') &&
      (/ldap|conn|_s$|_st$|_ext$/i.test(call.path) || call.args.some(({ value }) => /^\(|ou=|dc=|uid=|cn=/.test(value.prefix ?? ''))),
    args: [0, 1, 2, 'search_filter', 'filterstr', 'search_base', 'user'],
    onlyBuilt: true,
    uncertainToo: true,
    severity: 'high',
    title: 'Data of a caller becomes part of an LDAP filter',
    why: 'Characters such as * and ) change what the filter asks.',
    fix: 'Escape the data with ldap.filter.escape_filter_chars.',
  },
  {
    id: 'python-xpath-injection',
    weakness: 'CWE-643',
    path: /\.(?:xpath|XPath|ETXPath|findall|find|iterfind|select)$|^elementpath\.select$|^(?:lxml\.etree\.)?(?:XPath|ETXPath)$/,
    when: (call) =>
      /xpath$/i.test(call.path) ||
      /xml|etree|elementpath|tree|root/i.test(call.path) ||
      call.args.some(({ value }) => /^\.?\/{1,2}\w/.test(value.prefix ?? '')),
    args: [0, 1],
    onlyBuilt: true,
    uncertainToo: true,
    severity: 'high',
    title: 'Data of a caller becomes part of an XPath expression',
    why: 'A quote in the data changes what is selected.',
    fix: 'Pass the data as a variable: root.xpath("//user[@name=$name]", name=name).',
  },
  {
    id: 'python-regex-injection',
    weakness: 'CWE-1333',
    path: /^re\.(?:compile|match|search|fullmatch|findall|sub|subn|split|finditer)$/,
    args: [0, 'pattern'],
    severity: 'medium',
    title: 'Data of a caller becomes a regular expression',
    why: 'An expression that backtracks can take minutes.',
    fix: 'Escape the data with re.escape.',
  },
]
