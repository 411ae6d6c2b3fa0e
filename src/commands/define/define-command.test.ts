import { expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { defineCommand, flag, json, value, values } from './define-command.ts'
import { UsageError } from './usage-error.ts'

const lend = defineCommand({
  name: 'lend',
  forms: [['<what> [options]', 'lends a book']],
  words: { 'book <title>': 'the book', list: 'what is lent' },
  options: {
    days: value('n', 'for how long', 'book'),
    to: values('reader', 'who gets it; may be given several times'),
    late: flag('only what is late', 'list'),
    json,
  },
  notes: `A book comes back.

    Exit code: 0.`,
  explain: (error) => (error instanceof RangeError ? { said: 'too many', code: 7 } : null),
})

async function run(args: readonly string[], body: Parameters<typeof lend.run>[2] = async () => 0) {
  let [out, err] = ['', '']
  const code = await lend.run(args, { out: (text) => void (out += text), err: (text) => void (err += text) }, body)
  return { code, out, err }
}

test('the help has forms, words with their own options below them, all other options, and the notes', () => {
  expect(lend.help).toBe(`farthing lend <what> [options]: lends a book

  book <title>       the book
    --days <n>       for how long
  list               what is lent
    --late           only what is late
  --to <reader>      who gets it; may be given several times
  --json             as JSON
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text

A book comes back.

Exit code: 0.
`)
})

test('long texts are wrapped, and the columns stay', () => {
  const { help } = defineCommand({
    name: 'x',
    forms: [['', 'does x']],
    options: { a: flag('word '.repeat(60).trim()) },
    notes: 'note '.repeat(100),
  })
  const lines = help.split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(130)
  expect(lines.filter((line) => line.startsWith(' '.repeat(21) + 'word')).length).toBeGreaterThan(0)
})

test('what was given is read by the table', () => {
  expect(lend.read(['book', 'Emma', '--days', '3', '--to', 'Ann', '--to', 'Bob'])).toEqual({
    options: { days: '3', to: ['Ann', 'Bob'], late: false, json: false },
    words: ['book', 'Emma'],
  })
  expect(lend.read(['list', '--late'])).toMatchObject({ options: { days: undefined, to: [], late: true }, words: ['list'] })
  expect(lend.read(['-h', '--days', '3'])).toBe('help')
})

test.each([[['--unknown']], [['--days']], [['--late=yes']]])('%j is refused, with the help', async (args) => {
  const { code, err } = await run(args)
  expect(code).toBe(2)
  expect(err).toBe(`farthing lend: unknown or incomplete option\n\n${lend.help}`)
})

test('a command without words takes none, and repeats nothing that may be a secret', () => {
  const command = defineCommand({ name: 'x', forms: [['', 'does x']], options: {}, notes: '' })
  expect(() => command.read(['postgres://me:secret@host/db'])).toThrow(/^(?!.*secret)/)
})

test.each([
  [new UsageError('name a book'), 2, `name a book\n\n${lend.help}`],
  [new ConfigError(['PORT is wrong']), 2, 'PORT is wrong'],
  [new RangeError('x'), 7, 'too many\n'],
  [new Error('the shelf fell'), 1, 'the shelf fell\n'],
])('an error ends it with its code and a line: %s', async (error, code, said) => {
  const ended = await run(['list'], () => Promise.reject(error))
  expect(ended.code).toBe(code)
  expect(ended.err).toContain(said)
  expect(ended.err).not.toContain(' at ')
})

test('its body gives the exit code', async () => {
  expect(await run(['list'], async ({ words }) => words.length + 3)).toEqual({ code: 4, out: '', err: '' })
})
