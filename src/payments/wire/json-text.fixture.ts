import fc from 'fast-check'

/** Rarely one of the second kind, so that most texts have no fault and many have one. */
const rarely = <T>(usual: readonly T[], rare: readonly T[], times = 40) =>
  fc.oneof({ weight: times, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) })

const space = rarely(['', '', '', ' ', '\n', '\r\n\t'], ['\u00a0', '\v', '\ufeff'], 400)
const number = rarely(
  ['0', '7', '-12', '1.5', '-0', '-0.0', '9007199254740993', '123456789.000001'],
  ['1e5', '1E+2', '2.5e-3', '01', '1.', '-', '.5', '+1', '1e', '0x1', 'NaN', '--1', '1.2.3'],
)
const word = rarely(['true', 'false', 'null'], ['True', 'nul', 'nulll', 'tru', 'nil'])
const letters = ['a', '0', ' ', 'é', 'ł', '\u{1F600}', '\u2028', '\x7f', '{', '}', '[', ']', ',', ':', '/', "'", '\ufeff']
const escapes = ['\\n', '\\"', '\\\\', '\\/', '\\b', '\\u0041', '\\u00E9', '\\ud83d\\ude00', '\\ud800']
const faults = ['\\x', '\\', '\\u12', '\\u12g4', '\\U0041', '\t', '\n', '\0', '"', '\ud800']
const string = fc.array(rarely([...letters, ...escapes], faults, 150), { maxLength: 6 }).map((pieces) => `"${pieces.join('')}"`)
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('"a"', '"b"') },
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 60 }).map((at) => `"n${at}"`) },
  { weight: 8, arbitrary: fc.constantFrom('"Aa"', '"BB"', '""', '"é"', '"ab"', '"toString"') },
  { weight: 1, arbitrary: fc.constantFrom('"\\u0061"', '"\\u0062"', '"__proto__"', '"\\u005f_proto__"', '"constructor"', '"prototype"') },
  { weight: 1, arbitrary: string },
)

/** A container with its items; sometimes with a comma too many or too few, or with a wrong end. */
const enclosed = (open: string, close: string) => (items: readonly string[], slip: number) =>
  `${open}${items.join(slip === 1 ? ' ' : ',')}${slip === 2 ? ',' : ''}${['', '}', ']', '}]'][slip - 3] ?? close}`
const slip = fc.integer({ min: 0, max: 300 })

const tree = fc.letrec<{ value: string; member: string; object: string; list: string }>((tie) => ({
  value: fc
    .tuple(space, fc.oneof({ maxDepth: 5 }, string, number, word, tie('object'), tie('object'), tie('list')), space)
    .map((parts) => parts.join('')),
  member: fc.tuple(space, name, space, rarely([':'], ['', '::', ',', '='], 200), tie('value')).map((parts) => parts.join('')),
  object: fc.tuple(fc.array(tie('member'), { maxLength: 4 }), slip).map(([members, at]) => enclosed('{', '}')(members, at)),
  list: fc.tuple(fc.array(tie('value'), { maxLength: 4 }), slip).map(([items, at]) => enclosed('[', ']')(items, at)),
}))
const wide = fc
  .tuple(fc.integer({ min: 8, max: 30 }), fc.boolean())
  .map(([count, named]) =>
    named ? `{${Array.from({ length: count }, (_, at) => `"${at}":[]`).join(',')}}` : `{"a":[${'1,'.repeat(count)}1]}`,
  )
const deep = fc.integer({ min: 3, max: 8 }).map((depth) => `${'{"a":'.repeat(depth)}[]${'}'.repeat(depth)}`)

const written = fc.oneof(
  { weight: 12, arbitrary: tree.object },
  { weight: 1, arbitrary: tree.value },
  { weight: 1, arbitrary: wide },
  { weight: 1, arbitrary: deep },
)
const head = fc.constantFrom('', '', '', ' ', '\t', '\ufeff', '{')
const tail = fc.constantFrom('', '', '', ' ', '\n', '}', ',', '\0', '{}', 'x')
const changed = fc
  .tuple(written, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', '', '"', '{', '}', ',', ':', '\\', '1', 'e', '\0', ' '))
  .map(([text, at, count, other]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + other + text.slice(from + count)
  })

/**
 * Texts that are not empty. Most are the JSON of an object, in every way of writing it; many are invalid, or have a fault that
 * `scanJson` refuses under limits of 5 levels and 24 members.
 */
export const anyJsonText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: written },
    { weight: 1, arbitrary: fc.tuple(head, written, tail).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: changed },
  )
  .map((text) => text.toWellFormed())
  .filter((text) => text !== '')
