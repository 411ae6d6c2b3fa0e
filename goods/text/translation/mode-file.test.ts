import { expect, test } from 'vitest'
import { readMode } from './mode-file.ts'

test('a mode is read as programs with their arguments, which flush after each text', () => {
  const mode = `lt-proc -w '/data/a b/x.bin' | apertium-tagger -g $2 '/data/x.prob' | lt-proc $1 '/data/gen.bin'\n`
  expect(readMode(mode)).toEqual([
    { command: 'lt-proc', args: ['-z', '-w', '/data/a b/x.bin'] },
    { command: 'apertium-tagger', args: ['-z', '-g', '/data/x.prob'] },
    { command: 'lt-proc', args: ['-z', '-g', '/data/gen.bin'] },
  ])
})

test.each([
  ['another program', `lt-proc '/data/x.bin' | rm -rf '/data'`],
  ['a program with a path', `/tmp/lt-proc '/data/x.bin'`],
  ['a second command', `lt-proc '/data/x.bin'; rm x`],
  ['an output to a file', `lt-proc '/data/x.bin' > /data/y`],
  ['a substitution', `lt-proc $(cat /etc/passwd)`],
  ['an unknown parameter', `lt-proc $3 '/data/x.bin'`],
  ['nothing', ''],
])('a mode with %s is not used', (_, text) => {
  expect(readMode(text)).toBeNull()
})
