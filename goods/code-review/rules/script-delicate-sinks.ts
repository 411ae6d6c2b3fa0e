import type { Sink } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'
import { onResponse } from './script-paths.ts'

/** The origin that a record of headers allows. */
function originIn(headers: Value): Value | null {
  for (const [name, value] of headers.fields ?? []) if (/^access-control-allow-origin$/i.test(name)) return value
  return null
}

/** Places that secrets, stacks of errors, addresses of callers and shared folders may not reach. */
export const scriptDelicateSinks: readonly Sink[] = [
  {
    id: 'script-stack-shown',
    weakness: 'CWE-209',
    path: onResponse('send|json|jsonp|end|write|render'),
    severity: 'medium',
    title: 'The stack of an error is sent to the caller',
    why: 'It shows how the server is built: paths, modules and their versions.',
    fix: 'Log the error and send a fixed message.',
  },
  {
    id: 'script-origin-of-caller-allowed',
    weakness: 'CWE-942',
    path: onResponse('setHeader|header|set|append|writeHead'),
    when: (call) =>
      /^access-control-allow-origin$/i.test(call.args[0]?.value.text ?? '') || call.args.some(({ value }) => originIn(value) !== null),
    args: [0, 1, 2],
    parts: (value) => (value.fields ? [originIn(value) ?? []].flat() : [value]),
    severity: 'high',
    title: 'Every site may read what the server answers',
    why: 'The origin that a page sends is sent back, so a page of an attacker is allowed too.',
    fix: 'Compare the origin with a fixed list first.',
  },
  {
    id: 'script-temporary-file',
    weakness: 'CWE-377',
    path: /^fs(?:\/promises|\.promises|-extra)?(?:\.promises)?\.(?:writeFile|writeFileSync|createWriteStream|open|openSync|appendFile|appendFileSync)$/,
    when: (call) => !call.args.some(({ value }) => /x/.test(value.fields?.get('flag')?.text ?? value.fields?.get('flags')?.text ?? '')),
    args: [0],
    severity: 'medium',
    title: 'A temporary file with a name that can be guessed',
    why: 'Another user of the machine can make the file first, or a link in its place.',
    fix: 'Make a folder with fs.mkdtemp, or open the file with the flag wx.',
  },
]
