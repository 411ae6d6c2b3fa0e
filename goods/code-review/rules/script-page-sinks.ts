import type { SeenCall, Sink } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { optionOf } from './arguments.ts'
import { freeHost } from './script-addresses.ts'
import { onResponse, sendsHtml, typeIn } from './script-paths.ts'

const notRecord = (value: Value) => (value.fields ? [] : [value])

const page = {
  weakness: 'CWE-79',
  severity: 'high',
  title: 'Data of a caller is sent as HTML without escaping',
  why: 'A tag in the data runs as script in the browser that shows the page.',
  fix: 'Render a template that escapes, escape the data, or send it as JSON or plain text.',
} as const

const element = {
  weakness: 'CWE-79',
  severity: 'high',
  title: 'Data of outsiders is put into the page as HTML',
  why: 'A tag in the data runs as script in the page.',
  fix: 'Set textContent, or clean the HTML with DOMPurify.sanitize.',
} as const

const isJquery = (call: SeenCall) => /(?:^|\b)(?:\$|jQuery|jquery|angular\.element|cash-dom|zepto)(?:\(\)|\.)|^\?\$\w+\./.test(call.path)

/** Calls of JavaScript through which data of outsiders becomes part of a page. */
export const scriptPageSinks: readonly Sink[] = [
  { ...page, id: 'script-cross-site-scripting', path: onResponse('send|write|end'), when: sendsHtml, args: [0], parts: notRecord },
  {
    ...page,
    id: 'script-cross-site-scripting-reply',
    path: /^\?reply\.send$/,
    when: (call) => /html/.test(call.receiver?.fields?.get('content-type')?.text ?? ''),
    args: [0],
    parts: notRecord,
  },
  {
    ...page,
    id: 'script-cross-site-scripting-context',
    path: /^\?(?:c|ctx|context)\.html$|^hono\/html\.raw$|^lit(?:\/.*)?\.unsafeHTML$/,
    args: [0],
  },
  {
    ...page,
    id: 'script-cross-site-scripting-response',
    path: /^(?:Response|next\/server\.NextResponse)$/,
    when: (call) => /html/.test(typeIn(optionOf(call, 'headers')) ?? ''),
    args: [0],
  },
  {
    ...page,
    id: 'script-unescaped-template',
    path: /^\??(?:handlebars|Handlebars)(?:\.default)?\.SafeString$/,
    args: [0],
    uncertainToo: true,
  },
  {
    ...page,
    id: 'script-html-mail',
    path: /\.sendMail$/,
    args: [0],
    parts: (value) => notUndefined(value.fields?.get('html')),
    severity: 'medium',
    title: 'Data of a caller becomes part of an HTML mail without escaping',
  },
  {
    ...element,
    id: 'script-dom-writing',
    path: /(?:^|\.)document\.(?:write|writeln)$|\.(?:insertAdjacentHTML|createContextualFragment|setHTMLUnsafe)$|^(?:document\.)?createContextualFragment$/,
    uncertainToo: true,
  },
  {
    ...element,
    id: 'script-jquery-html',
    path: /\.(?:html|append|prepend|before|after|replaceWith|wrap|wrapAll|wrapInner|appendTo|prependTo|parseHTML|insertAfter|insertBefore)$/,
    when: isJquery,
    args: [0],
    uncertainToo: 'built',
  },
  {
    ...element,
    id: 'script-jquery-selector',
    path: /^(?:window\.)?(?:\$|jQuery|jquery)$/,
    args: [0],
    parts: selectorOf,
    returnsInput: true,
  },
  {
    ...element,
    id: 'script-react-html',
    path: /^</,
    args: ['dangerouslySetInnerHTML', 'innerHTML', 'srcDoc'],
    parts: markupOf,
    returnsInput: true,
    uncertainToo: true,
  },
  {
    ...element,
    id: 'script-react-element',
    path: /(?:^|\.)createElement$/,
    args: [1],
    parts: (value) => notUndefined(value.fields?.get('dangerouslySetInnerHTML')).flatMap(markupOf),
    returnsInput: true,
    uncertainToo: true,
  },
  {
    ...element,
    id: 'script-react-address',
    path: /^<(?:a|iframe|form|embed|object|button)>$/,
    args: ['href', 'src', 'action', 'formAction', 'data'],
    parts: freeHost,
    returnsInput: true,
    severity: 'medium',
    title: 'Data of outsiders chooses the address of a link',
    why: 'An address that begins with javascript: runs as script when it is opened.',
    fix: 'Accept addresses that begin with https: only.',
  },
  {
    ...element,
    id: 'script-attribute',
    path: /\.setAttribute(?:NS)?$/,
    when: (call) => /^(?:xlink:)?(?:href|src|srcdoc|action|formaction|on\w+|data)$/i.test(call.args.at(-2)?.value.text ?? ''),
    args: [1, 2],
    parts: freeHost,
    severity: 'medium',
  },
  {
    ...element,
    id: 'script-trusted-html',
    path: /\.(?:bypassSecurityTrust\w+|trustAsHtml|trustAs(?:Html|Css|Url|Js|ResourceUrl)?)$/,
    uncertainToo: true,
    fix: 'Let the framework clean the HTML: bind it without the bypass.',
  },
]

/** Text that jQuery takes for HTML: it begins with a tag. */
function selectorOf(value: Value): readonly Value[] {
  if (value.prefix !== null && value.prefix !== '' && !value.prefix.trimStart().startsWith('<')) return []
  return !value.isBuilt &&
    value.taints.every(({ source }) => /location(?:\.\w+)?$/.test(source.name)) &&
    /location(?:\.\w+)?$/.test(value.path ?? '')
    ? []
    : [value]
}

function notUndefined(value: Value | undefined): readonly Value[] {
  return value ? [value] : []
}

/** What of an attribute or of properties is HTML. */
function markupOf(value: Value): readonly Value[] {
  const html = value.fields?.get('__html')
  return html ? [html] : notRecord(value)
}
