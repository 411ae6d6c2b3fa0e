import type { Misuse, SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

/** Characters that mean something to what reads the text later. */
const meaningful = /^(?:["'`\\&<>\n\r|;$%*{}()[\]]|\.\.|\.\.\/|\/\.\.|<\/?script>?|javascript:)$/

/** The text that a replacement looks for where it stops after the first one; null where it replaces each. */
function firstOnly(call: SeenCall): string | null {
  const text = call.args[0]?.value.text
  if (text === null || text === undefined || call.path.endsWith('All')) return null
  const [, pattern, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? []
  if (pattern === undefined) return text
  if (flags.includes('g') || /^\^|\$$/.test(pattern)) return null
  return pattern.replace(/^\((.*)\)$/, '$1').replaceAll(/\\(\W)/g, '$1')
}

/** Quotes are escaped, and the backslash that undoes the escape is not. */
function forgetsBackslash(call: SeenCall): boolean {
  const [, pattern = ''] = /^\/(.*)\/[a-z]*$/s.exec(call.args[0]?.value.text ?? '') ?? []
  const replacement = call.args[1]?.value.text ?? ''
  return (
    /^\(?["'`]\)?$/.test(pattern) &&
    /^\\{1,2}(?:["'`]|\$[&1])$/.test(replacement) &&
    !/replace(?:All)?\(\)$/.test(call.receiver?.path ?? '')
  )
}

/** Removing `<script>` or `..` once makes a new one of the rest: `<scr<script>ipt>`. */
function leavesMore(call: SeenCall): boolean {
  const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(call.args[0]?.value.text ?? '') ?? []
  return (
    flags.includes('g') &&
    call.args[1]?.value.text === '' &&
    (/<\\?\/?\(?(?:script|iframe|style)|<\.\*|<!--|javascript:| on\\w\+/i.test(pattern) || /^\(?(?:\\\.){2}(?:\\\/)\)?$/.test(pattern))
  )
}

/** Characters: longer expressions are not read. */
const maxPattern = 1_000

const host = /^(?:https?:\/\/)?(?:[\w-]+\.)+(?:com|net|org|io|dev|app|edu|gov|co|me|info|biz|ru|de|uk|cn|fr)(?:\/|$)/i
const isUrl = (value: Value | null | undefined) =>
  /(?:ur[il]|href|host(?:name)?|origin|refer+er|domain|link|redirect|location|address)s?(?:\(\))?$|^x$/i.test(
    (value?.path ?? '').replaceAll(/\.(?:toLowerCase|toString|trim)\(\)/g, ''),
  )
const isScheme = (value: Value | null | undefined) => /^(?:javascript|data|vbscript):?(?:\/\/)?$/i.test(value?.text ?? '')

/** A pattern for a host in which a dot stands for any character, or which fits in the middle of another address. */
function isLoosePattern(text: string | null | undefined): boolean {
  const [, literal] = /^\/(.*)\/[a-z]*$/s.exec(text ?? '') ?? []
  const pattern = (literal ?? text ?? '').slice(0, maxPattern)
  const isAboutHost = /(?:\\\.|\.)(?:com|net|org|io|dev|app|edu|gov|co)\b/i.test(pattern) && !/[@\s]/.test(pattern)
  if (!isAboutHost) return false
  const unescaped =
    /(?<![\\.\]*+?)])\.(?:com|net|org|io|dev|app|edu|gov|co)\b/i.test(pattern) ||
    /(?:www|\w{3})(?<!\\)\.\w+\\?\.(?:com|net|org)\b/i.test(pattern)
  const unanchored = /^\^?\(?(?:https?|http\(s\)\?|https\?)\??:?\\?\/\\?\//.test(pattern) && !pattern.startsWith('^')
  return unescaped || unanchored
}

/** Repetitions of what is repeated itself, with nothing that parts two rounds: `(a+)+`, but not `(a+,)+`. */
function isNestedRepetition(text: string | null | undefined): boolean {
  const [, literal] = /^\/(.*)\/[a-z]*$/s.exec(text ?? '') ?? []
  const pattern = (literal ?? text ?? '').slice(0, maxPattern).replaceAll(/\\\\/g, '\\')
  return [...pattern.matchAll(/\((?:\?:)?((?:[^()\\]|\\.)+)\)[+*{]/g)].some(([, inner = '']) => {
    const branches = inner.split('|')
    if (branches.length > 1)
      return branches.some((one, index) =>
        branches.some((other, place) => place !== index && (one === '.' || one === other || (one.length > 0 && other.startsWith(one)))),
      )
    return (
      /^(?:\[(?:[^\]\\]|\\.)+\]|\\?.)[+*]\??$/.test(inner) ||
      /^(?:\[(?:[^\]\\]|\\.)+\]|\\?.)[+*]\??(?:\[(?:[^\]\\]|\\.)+\]|\\?.)[*?]$/.test(inner)
    )
  })
}

/** Tests and replacements of JavaScript that let through what they should stop. */
export const scriptIncompleteChecks: readonly Misuse[] = [
  {
    id: 'script-replaces-first-only',
    weakness: 'CWE-116',
    path: /\.replace$/,
    when: (call) => meaningful.test(firstOnly(call) ?? '') && call.receiver?.isConstant !== true && !/^[)}\]]$/.test(firstOnly(call) ?? ''),
    confidence: 0.5,
    severity: 'low',
    title: 'Only the first of several special characters is replaced',
    why: 'A text or an expression without the flag g is replaced once: the second quote gets through.',
    fix: 'Use replaceAll, or a regular expression with the flag g.',
  },
  {
    id: 'script-escapes-halfway',
    weakness: 'CWE-116',
    path: /\.replace(?:All)?$/,
    when: (call) => forgetsBackslash(call) || leavesMore(call),
    confidence: 0.5,
    severity: 'low',
    title: 'What is escaped or removed can be put together again',
    why: 'A backslash before the quote undoes the escape, and what is left of a removed tag may be a tag again.',
    fix: 'Escape the backslash first; clean HTML with a library such as DOMPurify; repeat a removal until nothing changes.',
  },
  {
    id: 'script-scheme-check',
    weakness: 'CWE-20',
    path: /\.(?:startsWith|indexOf|includes)$/,
    when: (call) => /^javascript:/i.test(call.args[0]?.value.text ?? '') && isScheme(call.args[0]?.value),
    confidence: 0.5,
    severity: 'low',
    title: 'Only some of the dangerous schemes of an address are refused',
    why: 'Addresses that begin with data: or vbscript: can run script too.',
    fix: 'Allow http: and https: instead: check new URL(address).protocol.',
  },
  {
    id: 'script-host-by-part',
    weakness: 'CWE-20',
    path: /\.(?:includes|indexOf|startsWith|endsWith)$/,
    when: (call) => {
      const text = call.args[0]?.value.text ?? ''
      if (!host.test(text)) return false
      if (call.path.endsWith('endsWith')) return !/^[./]/.test(text)
      if (call.path.endsWith('startsWith')) return /^https?:\/\/[^/]+$/.test(text)
      return isUrl(call.receiver) || /\/\//.test(text)
    },
    confidence: 0.5,
    severity: 'low',
    title: 'A host is looked for somewhere in an address',
    why: 'https://attacker.example/?good.example holds the name too, and so does good.example.attacker.example.',
    fix: 'Compare new URL(address).hostname with the host.',
  },
  {
    id: 'script-host-by-pattern',
    weakness: 'CWE-20',
    path: /^(?:RegExp|\/.*)$|\.(?:test|exec|match|matchAll|search|replace)$/,
    when: (call) =>
      isLoosePattern(
        call.receiver?.text?.startsWith('/')
          ? call.receiver.text
          : call.path === 'RegExp' || /\.(?:match|matchAll|search|replace)$/.test(call.path)
            ? call.args[0]?.value.text
            : null,
      ),
    confidence: 0.4,
    severity: 'low',
    title: 'An expression for a host fits other hosts too',
    why: 'A dot stands for any character, and without ^ the host may come anywhere in the address.',
    fix: 'Write \\. and ^, or compare new URL(address).hostname.',
  },
  {
    id: 'script-nested-repetition',
    weakness: 'CWE-1333',
    path: /^RegExp$|\.(?:test|exec|match|matchAll|search|replace|replaceAll|split)$/,
    when: (call) =>
      isNestedRepetition(
        call.receiver?.text?.startsWith('/')
          ? call.receiver.text
          : call.path === 'RegExp' || !/\.(?:test|exec)$/.test(call.path)
            ? call.args[0]?.value.text
            : null,
      ),
    severity: 'medium',
    confidence: 0.6,
    title: 'A regular expression that can take very long (ReDoS)',
    why: 'What is repeated is repeated again, so a text that almost fits is tried in very many ways.',
    fix: 'Write the expression without a repetition in a repetition.',
  },
]
