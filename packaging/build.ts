import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Builds `dist/` for the npm package: JavaScript with source maps and declarations, since Node strips no types inside of
 * `node_modules`. Only what the program can reach is built: the entry point, and each module that another one starts by its address.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** A module that is started as a thread or a process is named like this. */
const started = /new URL\((['"])([^'"]+)\.ts\1, import\.meta\.url\)/g

const sources = globSync(['src/**/*.ts', 'sandbox/**/*.ts'], {
  cwd: root,
  exclude: (name) => /\.(?:test|fixture|contract)\.ts$/.test(name),
})

/** The modules that others start, relative to the root. */
function startedModules(): string[] {
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(started)].map(([, , path]) => join(dirname(file), `${path}.ts`)),
  )
}

function compile(): void {
  const settings = join(root, 'packaging', 'tsconfig.json')
  const own = join(root, 'packaging', 'tsconfig.build.json')
  const declarations = globSync('src/**/*.d.ts', { cwd: root })
  const files = ['src/main.ts', ...new Set(startedModules()), ...declarations].map((file) => join('..', file))
  writeFileSync(own, JSON.stringify({ extends: settings, files, include: [] }))
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', own], { stdio: 'inherit' })
  } finally {
    rmSync(own)
  }
}

/** The compiler changes the addresses of imports, but not these. */
function nameStartedModules(): void {
  for (const file of globSync('**/*.js', { cwd: dist })) {
    const text = readFileSync(join(dist, file), 'utf8')
    const named = text.replace(started, 'new URL($1$2.js$1, import.meta.url)')
    if (named !== text) writeFileSync(join(dist, file), named)
    for (const [, , path] of text.matchAll(started)) {
      const there = join(dist, dirname(file), `${path}.js`)
      if (!existsSync(there)) throw new Error(`${file} starts ${path}.ts, which was not built`)
    }
  }
}

/** What the program reads beside its modules: migrations, pictures, compiled contracts, models. */
function copyFiles(): void {
  const patterns = [
    'src/store/*/migrations/*.sql',
    'src/surfaces/discovery/pictures/*',
    'sandbox/*.json',
    'sandbox/contracts/*.json',
    'models/*',
  ]
  for (const file of globSync(patterns, { cwd: root })) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    cpSync(join(root, file), join(dist, file))
  }
}

rmSync(dist, { recursive: true, force: true })
compile()
nameStartedModules()
copyFiles()
