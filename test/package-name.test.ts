import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The package has a name within a scope of its own, and it is not published yet. A reader who runs a name that nobody has claimed
 * gives his machine, and the key of his wallet, to the one who claims it. So no text tells anybody to.
 */
const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }
/** It only exists inside of a checkout, and is private. */
const ofCheckout = '@farthing/checkout'
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--', '*.md', '*.ts', '*.html', '*.yaml', '*.yml', 'bin', 'deploy'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && file !== 'test/package-name.test.ts')
const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

function found(pattern: RegExp): string[] {
  return texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([hit]) => `${file}: ${hit}`))
}

test('no text tells anybody to run or install a name from the registry that is not ours', () => {
  expect(files.length).toBeGreaterThan(1_000)
  // `--no-install` runs what is there already.
  expect(found(/(?:npx|npm exec|bunx|pnpm dlx|yarn dlx) (?!--no-install)(?:-\S+ )*(?:@farthing\/\S+|farthing\b)/g)).toEqual([])
  expect(found(/npm (?:i|install|add) (?:-\S+ )*(?:@farthing\/[a-z]+|farthing)(?![-.\w/])/g)).toEqual([])
})

test('all texts that name the package give its name', () => {
  const named = texts.flatMap(({ file, text }) => [...text.matchAll(/@farthing\/[a-z]+/g)].map(([hit]) => ({ file, hit })))
  expect(named.filter(({ hit }) => hit !== name && hit !== ofCheckout)).toEqual([])
  // The file that `npm pack` writes is called after it.
  const archive = `${name.slice(1).replace('/', '-')}-`
  const archives = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bfarthing-[a-z-]*(?=\d+\.\d+\.\d+\.tgz|VERSION\.tgz)/g)].map(([hit]) => ({ file, hit })),
  )
  expect(archives.length).toBeGreaterThan(0)
  expect(archives.filter(({ hit }) => hit !== archive)).toEqual([])
})
