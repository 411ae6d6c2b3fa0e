import type { LanguageRules, Returned } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

/** Routes of Flask and Bottle, which send a text as HTML. */
const sendsHtml =
  /^(?:(?:flask\.(?:Flask|Blueprint)\(\)|bottle|bottle\.Bottle\(\)|\??\w*(?:app|bp|blueprint|api|views?|main|endpoints|mod)\w*)\.route|(?:flask\.(?:Flask|Blueprint)\(\)|bottle|bottle\.Bottle\(\))\.(?:get|post|put|delete|patch|errorhandler)|route)$/i
const anyRoute = /\.(?:route|get|post|put|delete|patch|errorhandler|exception_handler)$|^route$/

const isText = (value: Value) =>
  value.fields === null &&
  !/(?:jsonify|redirect|render_template|send_file|send_from_directory|send_static_file|make_response|Response|json)\(\)/i.test(
    value.path ?? '',
  )

/** What handlers of Python may not return. */
export const pythonReturned: readonly Returned[] = [
  {
    id: 'python-returned-html',
    weakness: 'CWE-79',
    path: sendsHtml,
    when: isText,
    severity: 'high',
    title: 'Data of a caller is sent as HTML without escaping',
    why: 'The framework sends a returned text as HTML, so a tag in the data runs as script in the browser that shows it.',
    fix: 'Render a template that escapes, or call html.escape on the data.',
  },
  {
    id: 'python-returned-error',
    weakness: 'CWE-209',
    path: anyRoute,
    reads: ['error'],
    confidence: 0.7,
    severity: 'medium',
    title: 'The text of an internal error is sent to a caller',
    why: 'It can name files, tables, addresses and versions that help an attacker.',
    fix: 'Log the error, and send a text of your own.',
  },
]

export const pythonSwallowing: NonNullable<LanguageRules['swallowing']> = {
  id: 'python-swallowed-error',
  weakness: 'CWE-703',
  confidence: 0.6,
  severity: 'low',
  title: 'Every error is caught and hidden',
  why: 'Failures that need an answer go unseen, and the code goes on with data that is wrong.',
  fix: 'Catch the errors that you expect, and log the others.',
}
