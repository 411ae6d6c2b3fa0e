import { mistake, untidiness, type RuleNote } from '../rule-note.ts'

/** Rules of ESLint's core about code that does something else than it seems to. */
export const eslintCoreRules: Readonly<Record<string, RuleNote>> = {
  'constructor-super': mistake('high', 0.95, [
    'A constructor that does not call super correctly',
    'It throws as soon as an object is made.',
    'Call super() once, before this is used.',
  ]),
  'for-direction': mistake(
    'high',
    0.9,
    ['A loop that counts away from its end', 'It never ends, or does nothing.', 'Count in the other direction.'],
    [835],
  ),
  'getter-return': mistake('low', 0.7, [
    'A getter that returns nothing',
    'Reading the property gives undefined.',
    'Return a value on every path.',
  ]),
  'no-async-promise-executor': mistake(
    'medium',
    0.75,
    [
      'An async function inside of new Promise',
      'An error in it is lost, and the promise never settles.',
      'Write an async function instead of the promise, or catch and reject.',
    ],
    [755],
  ),
  'no-class-assign': mistake('medium', 0.9, ['A class is overwritten', 'Later uses of the name get something else.', 'Use another name.']),
  'no-compare-neg-zero': mistake('low', 0.9, ['A comparison with -0', 'It is true for 0 as well.', 'Use Object.is(x, -0).']),
  'no-cond-assign': mistake(
    'medium',
    0.8,
    [
      'An assignment where a comparison is expected',
      'The condition tests the assigned value, not whether both sides are equal.',
      'Write ===, or put the assignment before.',
    ],
    [481],
  ),
  'no-const-assign': mistake('high', 0.95, [
    'A constant is assigned again',
    'It throws when the line is reached.',
    'Declare it with let, or use another name.',
  ]),
  'no-constant-binary-expression': mistake(
    'medium',
    0.85,
    [
      'A comparison or operator whose result never changes',
      'One branch can never run; often an operator binds in another way than it looks.',
      'Add parentheses, or compare what was meant.',
    ],
    [570, 571],
  ),
  'no-constant-condition': mistake(
    'medium',
    0.7,
    ['A condition that never changes', 'One branch can never run.', 'Test what was meant, or remove the branch.'],
    [570, 571],
  ),
  'no-delete-var': mistake('medium', 0.9, [
    'delete of a variable',
    'It does nothing, and is an error in modules.',
    'Set the variable to undefined.',
  ]),
  'no-dupe-args': mistake('high', 0.95, ['Two parameters with one name', 'The first one cannot be reached.', 'Give them different names.']),
  'no-dupe-class-members': mistake('high', 0.9, [
    'Two members of a class with one name',
    'The first one is lost.',
    'Rename or remove one.',
  ]),
  'no-dupe-else-if': mistake(
    'medium',
    0.9,
    ['A condition that an earlier branch has taken', 'The branch can never run.', 'Correct the condition or remove the branch.'],
    [561],
  ),
  'no-dupe-keys': mistake('high', 0.9, ['A duplicate key', 'Only the last value is kept.', 'Rename or remove one.']),
  'no-duplicate-case': mistake('medium', 0.9, ['A duplicate case', 'The second one can never run.', 'Correct or remove one.'], [561]),
  'no-ex-assign': mistake('low', 0.8, ['The caught error is overwritten', 'What went wrong is lost.', 'Use another variable.']),
  'no-func-assign': mistake('medium', 0.85, [
    'A function is overwritten',
    'Later calls of its name do something else.',
    'Use another name.',
  ]),
  'no-global-assign': mistake('medium', 0.85, [
    'A global of the language is overwritten',
    'All other code that uses it breaks.',
    'Use another name.',
  ]),
  'no-import-assign': mistake('high', 0.95, [
    'An import is assigned',
    'It throws when the line is reached.',
    'Copy it into a variable of your own.',
  ]),
  'no-invalid-regexp': mistake('high', 0.9, [
    'A regular expression that is not valid',
    'It throws when it is made.',
    'Correct the pattern.',
  ]),
  'no-loss-of-precision': mistake(
    'medium',
    0.9,
    ['A number literal with more digits than a number can hold', 'It silently becomes another number.', 'Use a BigInt or a string.'],
    [1339],
  ),
  'no-misleading-character-class': mistake('medium', 0.85, [
    'A character that a regular expression takes apart',
    'It matches halves of an emoji or a letter with its accent.',
    'Add the u or v flag.',
  ]),
  'no-new-native-nonconstructor': mistake('high', 0.9, ['new with Symbol or BigInt', 'It throws.', 'Call it without new.']),
  'no-obj-calls': mistake('high', 0.95, ['An object is called as a function', 'It throws.', 'Call one of its members.']),
  'no-self-assign': mistake('low', 0.85, [
    'A value is assigned to itself',
    'It does nothing; another name was probably meant.',
    'Correct the name or remove the line.',
  ]),
  'no-self-compare': mistake(
    'medium',
    0.8,
    ['A value is compared with itself', 'The result never changes.', 'Compare with what was meant; use Number.isNaN for NaN.'],
    [570, 571],
  ),
  'no-setter-return': mistake('low', 0.9, ['A setter that returns a value', 'The value is lost.', 'Remove the value.']),
  'no-sparse-arrays': mistake('low', 0.85, [
    'An array with a hole',
    'Two commas in a row make an item that is missing.',
    'Write undefined, or remove the comma.',
  ]),
  'no-template-curly-in-string': mistake('low', 0.6, [
    'A placeholder in a string that is not a template literal',
    'The string holds the characters ${…} and not the value.',
    'Use backticks.',
  ]),
  'no-this-before-super': mistake('high', 0.95, ['this before super', 'It throws as soon as an object is made.', 'Call super() first.']),
  'no-unreachable': mistake(
    'medium',
    0.9,
    ['Code that can never run', 'It follows a return, throw, break or continue.', 'Remove it, or move it before.'],
    [561],
  ),
  'no-unreachable-loop': mistake('medium', 0.7, [
    'A loop that runs once at most',
    'Every path leaves it in the first round.',
    'Use if, or leave it only where it is meant.',
  ]),
  'no-unsafe-finally': mistake(
    'medium',
    0.9,
    [
      'A finally block that returns, throws or breaks',
      'It throws away the error or the returned value of the try.',
      'Move the statement behind the finally.',
    ],
    [584],
  ),
  'no-unsafe-negation': mistake('high', 0.95, [
    'A negation that binds to the left side only',
    '!a in b asks for the key "true" or "false".',
    'Write !(a in b).',
  ]),
  'no-unsafe-optional-chaining': mistake(
    'medium',
    0.85,
    [
      'A value that may be undefined is used as if it were there',
      'The chain before can end in undefined, and then this throws.',
      'Continue the chain with ?., or give a fallback.',
    ],
    [476],
  ),
  'no-useless-backreference': mistake('medium', 0.9, [
    'A reference in a regular expression that is always empty',
    'The group that it refers to has not matched at that place.',
    'Correct the number or the order.',
  ]),
  'require-yield': mistake('low', 0.7, [
    'A generator that yields nothing',
    'Iterating over it gives no items.',
    'Yield, or make it a plain function.',
  ]),
  'use-isnan': mistake('high', 0.95, ['A comparison with NaN', 'It is always false, because NaN equals nothing.', 'Use Number.isNaN.']),
  'valid-typeof': mistake('high', 0.9, [
    'typeof is compared with a string that it never returns',
    'The condition is always false.',
    'Correct the spelling.',
  ]),
  'array-callback-return': mistake('medium', 0.7, [
    'A callback of an array method that returns nothing',
    'map, filter or sort get undefined from it.',
    'Return a value, or use forEach.',
  ]),
  'no-unused-private-class-members': untidiness(0.8, ['An unused private member', 'It is never read.', 'Remove it.'], [563]),
  'no-unused-vars': untidiness(0.75, ['An unused variable', 'It is assigned and never read.', 'Remove it.'], [563]),
}
