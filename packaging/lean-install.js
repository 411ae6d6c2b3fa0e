import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Removes what two packages bring for other purposes and systems: the headers of Node, with which add-ons are compiled (67 MB), and
 * the runtime of models for other systems (80 MB). npm runs it in a checkout at the end of `npm ci`, and never where the package is
 * installed. Plain JavaScript, since any Node may run it.
 */
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

function remove(...path) {
  rmSync(join(modules, ...path), { recursive: true, force: true })
}

function removeAllBut(kept, ...path) {
  const folder = join(modules, ...path)
  if (!existsSync(join(folder, kept))) return
  for (const name of readdirSync(folder)) if (name !== kept) remove(...path, name)
}

for (const system of ['linux-x64', 'linux-arm64']) remove(`node-${system}`, 'include')
const runtimes = ['onnxruntime-node', 'bin', 'napi-v3']
removeAllBut(process.platform, ...runtimes)
removeAllBut(process.arch, ...runtimes, process.platform)
