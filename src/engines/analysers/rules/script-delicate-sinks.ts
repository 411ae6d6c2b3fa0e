import type { Sink } from '../taint/rule.ts'
import { onResponse } from './script-paths.ts'

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
    id: 'script-secret-logged',
    weakness: 'CWE-532',
    path: /^\??(?:console|logger|log|winston|pino|req\.log|request\.log|\.\.?\/\S*logg?er\S*)(?:\(\)|\.\w+\(\))*\.(?:log|info|warn|error|debug|trace)$/,
    reads: ['secret'],
    severity: 'medium',
    title: 'A secret is written to a log',
    why: 'Logs are read by more people and kept longer than the secret should be.',
    fix: 'Leave the secret out of the message.',
  },
  {
    id: 'script-origin-of-caller-allowed',
    weakness: 'CWE-942',
    path: onResponse('setHeader|header|set|append'),
    when: (call) => /^access-control-allow-origin$/i.test(call.args[0]?.value.text ?? ''),
    args: [1],
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
