import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { collect } from './collect.ts'
import { differences, type Expected } from './differences.ts'

const help = `npm run compare -- --before <clone> --after <clone> [--expected <file>] [--json]

Starts the service of two clones, each as a sandbox of its own, and compares what a caller sees: every derived document,
the 402s, the errors, the MCP tools, and the answers to all examples, paid for. Both clones need their node_modules.

  --before <clone>    the folder with the older version; it runs twice, so that what differs by itself is known
  --after <clone>     the folder with the newer version
  --expected <file>   JSON with the differences that are wanted: { "members": [[path, old, new]], "sentences": [[old, new]],
                      "added": [path], "removed": [path], "volatile": [path] }, where a path is a regular expression;
                      values that are volatile are compared by their type; "reshaped": [path] is not compared
  --json              prints the differences as JSON

Exit code: 0 nothing differs but what is expected; 1 something else does; 2 wrong usage.
`

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    expected: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(help)
} else if (values.before === undefined || values.after === undefined) {
  process.stderr.write(help)
  process.exitCode = 2
} else {
  const expected = values.expected === undefined ? {} : (JSON.parse(readFileSync(values.expected, 'utf8')) as Expected)
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  tell(`before: ${values.before}`)
  const before = await collect(values.before, tell)
  tell('before, once more')
  const repeated = await collect(values.before, tell)
  tell(`after: ${values.after}`)
  const after = await collect(values.after, tell)
  const found = differences({ before, repeated, after, expected })
  if (values.json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
  else for (const one of found.unexpected) process.stdout.write(`${one.path}\n  - ${one.before}\n  + ${one.after}\n`)
  const { compared, volatile, unexpected, unused } = found
  process.stderr.write(
    `${compared} values compared, ${volatile} that differ by themselves compared by their type, ${unexpected.length} unexpected differences\n`,
  )
  for (const rule of unused) process.stderr.write(`expected, but not seen: ${rule}\n`)
  process.exitCode = unexpected.length === 0 ? 0 : 1
}
