import { expect, test } from 'vitest'
import { joinInitials, separateInitials } from './initials.ts'

test.each([
  ['A B C TRADING COMPANY', 'ABC TRADING COMPANY'],
  ['A. B. C. Trading', 'ABC. Trading'],
  ['A.B.C. Trading', 'ABC. Trading'],
  ['A-B-C Trading', 'ABC Trading'],
  ['A & B Trading', 'AB Trading'],
  ['3 M Company', '3M Company'],
  ['Trading A B C', 'Trading ABC'],
  ['X Y Z S.A.', 'XYZ SA.'],
  ['X Y Z S A', 'XYZ SA'],
  ['A Trading Company', 'A Trading Company'],
])('initials of an organisation are joined, and its legal form stays apart: %s', (name, joined) => expect(joinInitials(name)).toBe(joined))

test.each([
  ['J.R. Smith', 'J R. Smith'],
  ['JR Smith', 'J R Smith'],
  ['Smith, J.R.', 'Smith, J R.'],
  ['Li Na', 'Li Na'],
  ['Kim Jong Un', 'Kim Jong Un'],
])('initials of a person are apart: %s', (name, apart) => expect(separateInitials(name)).toBe(apart))
