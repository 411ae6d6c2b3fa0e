import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { bundleIslands } from './bundle-islands.ts'

/**
 * Builds `dist/` for the npm package: JavaScript with source maps, since Node strips no types inside of `node_modules`. Only what the
 * program can reach is built: the entry point, and each module that another one starts by its address. Each file is translated without
 * the others, which takes a sixth of the memory of a whole compilation. `npm run typecheck` checks the types.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** A module that is started as a thread or a process is named like this. */
const started = /new URL\((['"])([^'"]+)\.ts\1, import\.meta\.url\)/g

const sources = globSync(['src/**/*.ts', 'goods/**/*.ts', 'sandbox/**/*.ts'], {
  cwd: root,
  exclude: (name) => /\.(?:test|fixture|contract)\.ts$/.test(name),
})

/** The program, and what other programs import. */
const entries = ['src/main.ts', 'src/index.ts']
/** The files with the types of what other programs import. They name no others of ours. */
const declared = ['src/index.ts', 'src/library/farthing.ts', 'src/library/about.ts', 'src/library/charge.ts']

/** The modules that others start, relative to the root. */
function startedModules(): string[] {
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(started)].map(([, , path]) => join(dirname(file), `${path}.ts`)),
  )
}

/** The files of ours that a module imports, relative to the root. */
function importsOf(file: string, text: string): string[] {
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name))
}

/** A module as JavaScript, with its source map. @throws where the compiler objects to it */
function translate(file: string, text: string, compilerOptions: ts.CompilerOptions): void {
  const target = join(dist, file.replace(/\.ts$/, '.js'))
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(text, { compilerOptions, fileName: file, reportDiagnostics: true })
  const [objection] = diagnostics ?? []
  if (objection) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(objection.messageText, ' ')}`)
  writeTo(target, outputText)
  // The compiler knows one file, and not where it will be.
  const map = { ...(JSON.parse(sourceMapText ?? '{}') as object), sources: [relative(dirname(target), join(root, file))] }
  writeTo(`${target}.map`, JSON.stringify(map))
}

function compile(): void {
  const settings = join(root, 'packaging', 'tsconfig.json')
  const read = ts.parseJsonConfigFileContent(ts.readConfigFile(settings, ts.sys.readFile).config, ts.sys, dirname(settings))
  // One file alone cannot say that it is a module of Node.
  const options = { ...read.options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
  const reached = new Set([...entries, ...startedModules()])
  for (const file of reached) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!file.endsWith('.ts')) writeTo(join(dist, file), text)
    else {
      for (const imported of importsOf(file, text)) reached.add(imported)
      if (!file.endsWith('.d.ts')) translate(file, text, options)
    }
  }
}

/** Types for who imports the package. Each file is read alone, so its exports say their types. @throws where one does not */
function declare(): void {
  for (const file of declared) {
    const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(join(root, file), 'utf8'), {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, rewriteRelativeImportExtensions: true },
    })
    const [objection] = diagnostics ?? []
    if (objection) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(objection.messageText, ' ')}`)
    writeTo(join(dist, file.replace(/\.ts$/, '.d.ts')), outputText.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

function writeTo(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
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

/** What the program reads beside its modules: migrations, pictures, tables, compiled contracts, models. */
function copyFiles(): void {
  const patterns = [
    'src/store/*/migrations/*.sql',
    'src/chain/networks/*.json',
    'src/surfaces/discovery/pictures/*',
    'src/surfaces/console/style/*.css',
    'goods/tenders/ted/cpv-titles.txt',
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
declare()
nameStartedModules()
copyFiles()
// What the pages run in a browser.
writeTo(join(dist, 'src/surfaces/console/islands.json'), JSON.stringify(await bundleIslands()))
