import { weakness, type RuleNote } from '../rule-note.ts'

/** Rules of ESLint and two small plugins about security. What the data flow decides better (paths, files) is left to it. */
export const eslintSecurityRules: Readonly<Record<string, RuleNote>> = {
  'no-implied-eval': weakness(
    'medium',
    0.8,
    [95],
    [
      'A string is run as code by a timer',
      'setTimeout and setInterval compile a string as eval does. Whatever is put into the string is run.',
      'Pass a function instead of a string.',
    ],
  ),
  'no-new-func': weakness(
    'medium',
    0.6,
    [95],
    [
      'A function is created from a string',
      'new Function compiles its arguments. If a caller can influence them, the caller runs code.',
      'Write the function out, or choose one from a fixed table.',
    ],
  ),
  'no-script-url': weakness(
    'low',
    0.7,
    [79],
    [
      'A URL that runs script',
      'A javascript: URL runs its text in the page, and a content security policy forbids it.',
      'Attach an event listener instead.',
    ],
  ),
  'security/detect-eval-with-expression': weakness(
    'medium',
    0.6,
    [95],
    [
      'eval of something that is not written out',
      'The value is run as code. If a caller can influence it, the caller runs code.',
      'Read data with JSON.parse; choose functions from a fixed table.',
    ],
  ),
  'security/detect-bidi-characters': weakness(
    'high',
    0.9,
    [1007],
    [
      'Characters that reverse the direction of text',
      'An editor shows the code in another order than it runs in, so a reviewer approves something else.',
      'Remove the characters, or write them as escapes.',
    ],
  ),
  'security/detect-buffer-noassert': weakness(
    'medium',
    0.8,
    [119],
    [
      'A read or write of a buffer without a check of its bounds',
      'noAssert lets an index outside of the buffer pass.',
      'Leave the noAssert argument out.',
    ],
  ),
  'security/detect-disable-mustache-escape': weakness(
    'medium',
    0.7,
    [79],
    [
      'Escaping of a template is switched off',
      'Data in the template reaches the page as markup.',
      'Leave escaping on, and mark trusted markup one by one.',
    ],
  ),
  'security/detect-no-csrf-before-method-override': weakness(
    'medium',
    0.8,
    [352],
    [
      'The check against forged requests (CSRF) comes before the method is changed',
      'A request passes the check as GET and is then handled as POST or DELETE.',
      'Use methodOverride before the check.',
    ],
  ),
  'security/detect-possible-timing-attacks': weakness(
    'low',
    0.5,
    [208],
    [
      'A secret is compared character by character',
      'The comparison ends at the first difference, so its time says how much of a guess is right.',
      'Compare with crypto.timingSafeEqual over values of equal length.',
    ],
  ),
  'security/detect-pseudoRandomBytes': weakness(
    'medium',
    0.8,
    [338],
    [
      'Random bytes that may be guessed',
      'crypto.pseudoRandomBytes does not promise bytes that cannot be predicted.',
      'Use crypto.randomBytes.',
    ],
  ),
  'no-unsanitized/method': weakness(
    'medium',
    0.6,
    [79],
    [
      'Markup is put into the page from a value',
      'If the value holds text of a user, its tags and scripts become part of the page.',
      'Set textContent, or clean the markup with a sanitizer such as DOMPurify.',
    ],
  ),
  'no-unsanitized/property': weakness(
    'medium',
    0.6,
    [79],
    [
      'Markup of the page is set from a value',
      'If the value holds text of a user, its tags and scripts become part of the page.',
      'Set textContent, or clean the markup with a sanitizer such as DOMPurify.',
    ],
  ),
}
