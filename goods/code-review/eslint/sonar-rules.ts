import { mistake, weakness, type RuleNote } from '../rule-note.ts'

/** Rules of eslint-plugin-sonarjs about mistakes and slow regular expressions. */
export const sonarRules: Readonly<Record<string, RuleNote>> = {
  'sonarjs/super-linear-regex': weakness(
    'low',
    0.6,
    [1333],
    [
      'A regular expression that can take very long (ReDoS)',
      'A string made for it keeps the process busy for minutes: parts of the pattern match the same characters in many ways.',
      'Make the parts exclude each other, limit the repetition, or limit the length of the text.',
    ],
  ),
  'sonarjs/anchor-precedence': mistake(
    'medium',
    0.75,
    [
      'An anchor that covers one alternative only',
      '^a|b$ means (^a)|(b$), so one side is not anchored.',
      'Put the alternatives into a group.',
    ],
    [777],
  ),
  'sonarjs/arguments-order': mistake(
    'medium',
    0.6,
    ['Arguments in another order than the parameters', 'The names of the arguments are those of other parameters.', 'Exchange them.'],
    [683],
  ),
  'sonarjs/comma-or-logical-or-case': mistake('medium', 0.9, [
    'A case with several values that matches one',
    'A comma or || in a case is computed first.',
    'Write one case for each value.',
  ]),
  'sonarjs/for-loop-increment-sign': mistake(
    'high',
    0.9,
    ['A loop that counts away from its end', 'It never ends, or does nothing.', 'Count in the other direction.'],
    [835],
  ),
  'sonarjs/index-of-compare-to-positive-number': mistake(
    'medium',
    0.75,
    ['indexOf is compared with > 0', 'A match at the very beginning has the index 0 and is missed.', 'Use includes, or compare with >= 0.'],
    [193],
  ),
  'sonarjs/misplaced-loop-counter': mistake('low', 0.7, [
    'A loop that tests one variable and counts another',
    'The condition does not change.',
    'Count the variable that is tested.',
  ]),
  'sonarjs/no-all-duplicated-branches': mistake('medium', 0.85, [
    'All branches do the same',
    'The condition decides nothing; one branch was probably meant to differ.',
    'Correct one, or remove the condition.',
  ]),
  'sonarjs/no-array-delete': mistake('medium', 0.85, [
    'delete of an array item',
    'It leaves a hole and does not change the length.',
    'Use splice.',
  ]),
  'sonarjs/no-collection-size-mischeck': mistake('medium', 0.9, [
    'A size that is compared with a negative number',
    'A size is never negative, so the result never changes.',
    'Compare with > 0.',
  ]),
  'sonarjs/no-element-overwrite': mistake(
    'medium',
    0.8,
    ['An item is overwritten before it is read', 'The first value is lost.', 'Correct the key, or remove the first line.'],
    [563],
  ),
  'sonarjs/no-empty-collection': mistake('medium', 0.75, [
    'A collection that is read and never filled',
    'The reading finds nothing.',
    'Fill it, or remove the reading.',
  ]),
  'sonarjs/no-identical-conditions': mistake(
    'medium',
    0.85,
    ['A condition that an earlier branch has taken', 'The branch can never run.', 'Correct the condition or remove the branch.'],
    [561],
  ),
  'sonarjs/no-identical-expressions': mistake(
    'medium',
    0.75,
    ['The same on both sides of an operator', 'The result never changes; another name was probably meant.', 'Correct one side.'],
    [570, 571],
  ),
  'sonarjs/no-ignored-return': mistake(
    'medium',
    0.75,
    ['A result that is not used', 'The call changes nothing in place; without its result it does nothing.', 'Use the result.'],
    [252],
  ),
  'sonarjs/no-in-misuse': mistake('medium', 0.75, ['in is used on an array', 'It asks for an index and not for a value.', 'Use includes.']),
  'sonarjs/no-misleading-array-reverse': mistake('low', 0.6, [
    'An array is changed where a copy is expected',
    'reverse and sort change the array itself.',
    'Use toReversed or toSorted.',
  ]),
  'sonarjs/no-unthrown-error': mistake(
    'medium',
    0.85,
    ['An error that is created and not thrown', 'The code goes on as if nothing had happened.', 'Write throw before it.'],
    [390],
  ),
  'sonarjs/no-use-of-empty-return-value': mistake('medium', 0.75, [
    'The result of a function that returns nothing',
    'It is always undefined.',
    'Return a value, or do not use the result.',
  ]),
  'sonarjs/non-existent-operator': mistake(
    'high',
    0.9,
    ['An operator with its characters exchanged', '=+, =- and =! assign; +=, -= and != were probably meant.', 'Exchange the characters.'],
    [480],
  ),
  'sonarjs/operation-returning-nan': mistake('medium', 0.75, ['Arithmetic that gives NaN', 'One side is no number.', 'Convert it first.']),
  'sonarjs/stateful-regex': mistake('medium', 0.7, [
    'A regular expression with the g flag that is used by several tests',
    'It remembers where the last match ended, so the next test can miss.',
    'Remove the g flag, or set lastIndex to 0.',
  ]),
  'sonarjs/existing-groups': mistake('medium', 0.85, [
    'A reference to a group that is not there',
    'The text $n is inserted as it is.',
    'Correct the number or the name.',
  ]),
  'sonarjs/updated-const-var': mistake('high', 0.9, [
    'A constant is assigned again',
    'It throws when the line is reached.',
    'Declare it with let.',
  ]),
}
