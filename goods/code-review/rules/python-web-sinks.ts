import type { Sink } from '../taint/rule.ts'
import { isNamed } from './arguments.ts'

const isPlain = (call: Parameters<NonNullable<Sink['when']>>[0]) =>
  call.args.some(
    ({ name, value }) =>
      /^(?:content_type|mimetype|media_type)$/.test(name ?? '') && /json|text\/plain|csv|octet|xml\b|pdf|image/.test(value.text ?? ''),
  )

/** Calls of Python that send data of outsiders to browsers, files and other servers. */
export const pythonWebSinks: readonly Sink[] = [
  {
    id: 'python-path-traversal',
    weakness: 'CWE-22',
    path: /^(?:open|file|io\.open|codecs\.open|aiofiles\.open|gzip\.open|os\.(?:open|remove|unlink|rmdir|removedirs|mkdir|makedirs|listdir|rename|replace|scandir|stat|walk|chmod|symlink)|shutil\.(?!which)\w+|(?:flask\.)?send_file|(?:\w+\.)*(?:FileResponse|FileSystemStorage\(\)\.open)|(?:pathlib\.)?Path\(\)(?:\.\w+(?:\(\))?)*\.(?:open|read_text|read_bytes|write_text|write_bytes|unlink|rmdir|mkdir|iterdir)|.*\.(?:read_text|read_bytes|write_text|write_bytes)|PIL\.Image\.open|pandas\.read_(?:csv|excel|json)|numpy\.(?:load|save))$/,
    args: [0, 1, 'file', 'path', 'filename', 'path_or_file', 'receiver'],
    severity: 'high',
    title: 'Data of a caller becomes part of a path',
    why: 'A name such as ../../etc/passwd leads out of the folder.',
    fix: 'Resolve the path and check that it is inside of the folder, or use werkzeug.utils.secure_filename.',
  },
  {
    id: 'python-upload-path',
    weakness: 'CWE-22',
    path: /\.(?:save|get_contents_to_filename|download_file|download_fileobj|fput_object|fget_object)$/,
    when: (call) => call.receiver !== null && call.args.some(({ value }) => value.isBuilt || value.path !== null),
    args: [0, 1, 2],
    severity: 'high',
    title: 'A file is stored under a name that a caller chooses',
    why: 'A name such as ../../app.py leads out of the folder.',
    fix: 'Use werkzeug.utils.secure_filename, or choose the name yourself.',
  },
  {
    id: 'python-unrestricted-upload',
    weakness: 'CWE-434',
    path: /\.save$/,
    when: (call) => (call.receiver?.taints ?? []).some(({ source }) => /files|FILES|upload/i.test(source.name)),
    args: [0],
    from: /files|FILES|upload/i,
    severity: 'high',
    title: 'A file of any kind can be uploaded',
    why: 'A script or a page that a caller uploads can be run by the server or shown to other visitors.',
    fix: 'Check the ending of the name against a fixed list, and choose the stored name yourself.',
  },
  {
    id: 'python-archive-traversal',
    weakness: 'CWE-22',
    path: /\.(?:extractall|extract|unpack_archive)$/,
    when: (call) =>
      /tarfile|zipfile|shutil|^\?|tar|zip/.test(call.path) && !isNamed(call, 'filter', 'data') && !isNamed(call, 'filter', 'tar'),
    args: ['receiver', 0],
    uncertainToo: true,
    severity: 'high',
    title: 'An archive of a caller is unpacked without checking the names in it',
    why: 'Names in an archive can lead out of the folder.',
    fix: 'Call extractall(path, filter="data"), or check each name.',
  },
  {
    id: 'python-request-forgery',
    weakness: 'CWE-918',
    path: /^(?:requests\.(?:get|post|put|delete|patch|head|options|request)|requests\.[sS]ession\(\)\.(?:get|post|put|delete|patch|head|request)|urllib\.request\.(?:urlopen|Request|urlretrieve)|urllib2?\.(?:urlopen|Request)|urllib3\.PoolManager\(\)\.\w+|httpx\.(?:(?:Async)?Client\(\)\.)?(?:get|post|put|delete|patch|head|request|stream)|aiohttp\.ClientSession\(\)\.(?:get|post|put|delete|patch|head|request)|http\.client\.HTTPS?Connection|socket\.create_connection|pycurl\.\w+\(\)\.setopt)$/,
    args: [0, 1, 'url'],
    severity: 'high',
    title: 'Data of a caller chooses the address of a request',
    why: 'A caller can reach addresses inside of your network.',
    fix: 'Choose the host from a fixed list.',
  },
  {
    id: 'python-open-redirect',
    weakness: 'CWE-601',
    path: /^(?:flask\.redirect|redirect|bottle\.redirect|django\.shortcuts\.redirect|(?:django\.http\.)?HttpResponse(?:Permanent)?Redirect|(?:\w+\.)*RedirectResponse|(?:this:\w+|\??self)\.redirect|(?:aiohttp\.)?web\.HTTPFound|werkzeug\.utils\.redirect)$/,
    when: (call) => !/^(?:https?:\/\/[\w.-]+\/|\/[\w-])/.test(call.arg(0, 'url')?.prefix ?? ''),
    args: [0, 'url', 'location'],
    severity: 'medium',
    title: 'Data of a caller chooses where a visitor is sent',
    why: 'A link to your site can lead to a copy of it that collects passwords.',
    fix: 'Redirect to your own paths only: check the host of the address.',
  },
  {
    id: 'python-cross-site-scripting',
    weakness: 'CWE-79',
    path: /^(?:flask\.(?:make_response|Markup|Response)|markupsafe\.Markup|Markup|make_response|(?:werkzeug\.\w+\.)?Response|(?:django\.utils\.safestring\.)?(?:mark_safe|SafeText|SafeString)|(?:django\.http\.(?:response\.)?)?HttpResponse(?:NotFound|BadRequest|Forbidden|ServerError|Gone)?|(?:\w+\.)*HTMLResponse|(?:this:\w+|\??self)(?:\.response)?\.(?:write|finish)|(?:aiohttp\.)?web\.Response|\?request\.write)$/,
    when: (call) =>
      !isPlain(call) &&
      !(
        call.path.endsWith('Response') &&
        /web\.|starlette|fastapi/.test(call.path) &&
        !call.args.some(({ value }) => value.text === 'text/html')
      ),
    args: [0, 'content', 'text', 'body', 'response'],
    severity: 'high',
    title: 'Data of a caller is sent as HTML without escaping',
    why: 'A tag in the data runs as script in the browser that shows the page.',
    fix: 'Render a template that escapes, or call html.escape on the data.',
  },
  {
    id: 'python-unsafe-markup',
    weakness: 'CWE-79',
    path: /^(?:flask\.Markup|markupsafe\.Markup|Markup|(?:django\.utils\.safestring\.)?(?:mark_safe|SafeText|SafeString))$/,
    onlyBuilt: true,
    uncertainToo: true,
    args: [0],
    confidence: 0.5,
    severity: 'medium',
    title: 'Text that was put together is marked as safe HTML',
    why: 'A tag in the data is sent to browsers as it is.',
    fix: 'Use format_html, or escape each value with html.escape before.',
  },
  {
    id: 'python-log-injection',
    weakness: 'CWE-117',
    path: /^(?:logging|\??\w*\.?_?log(?:ger)?|(?:\w+\.)*(?:app|current_app)\.logger|flask\.(?:Flask\(\)|current_app)\.logger|logging\.getLogger\(\)|(?:this:\w+|\??self)\._?log(?:ger)?|structlog\.get_logger\(\)|loguru\.logger|syslog)\.(?:debug|info|warning|warn|error|critical|exception|log|syslog)$/i,
    severity: 'low',
    confidence: 0.6,
    title: 'Data of a caller is written to a log as it is',
    why: 'A line break in the data makes a log line that you did not write.',
    fix: 'Replace line breaks: value.replace("\\n", "").',
  },
  {
    id: 'python-xml-entities',
    weakness: 'CWE-611',
    path: /^(?:lxml\.(?:etree|objectify)\.(?:fromstring|parse|XML|iterparse)|libxml2\.\w+)$/,
    when: (call) =>
      !call.args.some(
        ({ name, value }) => (name === 'parser' || name === null) && value.settings?.get('resolve_entities')?.number === false,
      ),
    args: [0, 'text', 'source', 'string'],
    severity: 'high',
    title: 'XML of a caller is read with entities',
    why: 'Entities can read files, make requests and fill the memory.',
    fix: 'Use defusedxml, or a parser with resolve_entities=False and no_network=True.',
  },
  {
    id: 'python-header-injection',
    returnsInput: true,
    weakness: 'CWE-113',
    path: /\.(?:headers\.(?:add|set|__setitem__|extend|setdefault)|set_cookie|add_header|send_header|setHeader|set_header)$/,
    args: [0, 1, 'value'],
    confidence: 0.4,
    severity: 'low',
    title: 'Data of a caller becomes part of a response header',
    why: 'A line break in the data starts another header.',
    fix: 'Remove line breaks, or choose the value from a list.',
  },
  {
    id: 'python-mass-assignment',
    returnsInput: true,
    weakness: 'CWE-915',
    path: /^(?:setattr|class:\w+|.*\.objects\.(?:create|update_or_create|get_or_create|filter\(\)\.update)|.*\.__dict__\.update|vars\(\)\.update|(?:\w+\.)*(?:[A-Z]\w+)|.*\.(?:from_dict|populate_by_name|update|values|set))$/,
    when: (call) =>
      call.path === 'setattr' ||
      /__dict__\.update$|^vars\(\)\.update$/.test(call.path) ||
      call.args.some(({ spread, value }) => spread === true && !value.isList && value.fields === null),
    parts: (value) => (value.isList || value.fields !== null ? [] : [value]),
    severity: 'high',
    title: 'Data of a caller chooses which fields are set',
    why: 'A caller can set fields that are not meant for callers, such as is_admin.',
    fix: 'Name the fields that may be set, and take only those.',
  },
  {
    id: 'python-number-of-steps',
    weakness: 'CWE-400',
    path: /^(?:range|xrange|time\.sleep|itertools\.repeat|bytearray|asyncio\.sleep|numpy\.(?:zeros|ones|empty))$/,
    args: [0, 1],
    severity: 'medium',
    title: 'Data of a caller says how long the work takes',
    why: 'A large number keeps the process busy.',
    fix: 'Limit the number: min(count, 1000).',
  },
]
