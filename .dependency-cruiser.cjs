const { globSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/**
 * Who may import whom. Every floor may import itself, npm packages and Node; of ours only what stands in its row.
 * Types count as much as code. Test files, and what only they use (contract suites, fixtures), may import what they need.
 */
const may = {
  'src/shared/': [],
  'src/store/': ['src/shared/'],
  'src/net/': ['src/shared/'],
  'src/ops/': ['src/shared/'],
  // Which networks there are decides which settings there are.
  'src/config/': ['src/chain/networks.ts', 'src/chain/networks/', 'src/ops/', 'src/shared/'],
  'src/chain/networks/': ['src/shared/'],
  'src/ledger/': ['src/store/', 'src/shared/'],
  'src/chain/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/names/': ['src/shared/'],
  // The ports are types of what lines do for each other and for the till.
  'src/sources/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/workers/': ['src/shared/'],
  // A language model for tools of goods: how it is asked, what it may cost, and how such a tool is sold.
  'src/llm/': ['src/offers/', 'src/workers/', 'src/net/', 'src/store/', 'src/shared/'],
  'src/offers/': ['src/sources/', 'src/chain/', 'src/shared/'],
  // Offers that describe the catalog itself.
  'src/catalog/': ['src/offers/', 'src/sources/', 'src/chain/', 'src/shared/'],
  // The door: what a line of goods is, and what it is made with. It re-exports, and decides nothing.
  'src/goods/': [
    'src/offers/',
    'src/chain/',
    'src/sources/',
    'src/names/',
    'src/workers/',
    'src/llm/',
    'src/payments/',
    'src/net/',
    'src/store/',
    'src/ops/setting-formats.ts',
    'src/ops/setting.ts',
    'src/ops/json-file.ts',
    'src/shared/',
  ],
  'src/payments/': ['src/chain/', 'src/shared/'],
  'src/settler/': ['src/chain/', 'src/ledger/', 'src/net/', 'src/shared/'],
  'src/gate/': ['src/offers/', 'src/payments/', 'src/settler/', 'src/ledger/', 'src/chain/', 'src/shared/'],
  'src/operate/': ['src/goods/', 'src/offers/', 'src/settler/', 'src/ledger/', 'src/chain/', 'src/shared/'],
  'src/surfaces/': ['src/offers/', 'src/gate/', 'src/operate/', 'src/payments/', 'src/ledger/', 'src/shared/'],
  'src/wallet/': ['src/payments/', 'src/chain/', 'src/net/', 'src/shared/'],
  // The composition root: every floor meets here, and only here.
  'src/service/': [
    'src/surfaces/',
    'src/gate/',
    'src/goods/',
    'src/operate/',
    'src/catalog/',
    'src/offers/',
    'src/payments/',
    'src/settler/',
    'src/ledger/',
    'src/chain/',
    'src/sources/',
    'src/workers/',
    'src/llm/',
    'src/store/',
    'src/net/',
    'src/config/',
    'src/ops/',
    'src/shared/',
    'src/version.ts',
  ],
  // It looks at what the floors would be made from, and makes none of them for long.
  'src/doctor/': [
    'src/service/',
    'src/surfaces/',
    'src/gate/',
    'src/goods/',
    'src/operate/',
    'src/products/',
    'src/offers/',
    'src/addresses/',
    'src/payments/',
    'src/settler/',
    'src/ledger/',
    'src/chain/',
    'src/sources/',
    'src/workers/',
    'src/llm/',
    'src/store/',
    'src/net/',
    'src/config/',
    'src/ops/',
    'src/shared/',
    'src/version.ts',
  ],
  'src/commands/': [
    'src/doctor/',
    'src/service/',
    'src/goods/',
    'src/operate/',
    'src/wallet/',
    'src/config/',
    'src/ops/',
    'src/shared/',
    'src/version.ts',
  ],
  // A till inside of another server: what the commands start, without a process of its own.
  'src/library/': ['src/service/', 'src/goods/', 'src/offers/', 'src/config/', 'src/ops/', 'src/shared/'],
  'src/index.ts': ['src/library/', 'goods/lines.ts', 'sandbox/'],
  'src/main.ts': ['src/commands/', 'goods/lines.ts', 'sandbox/'],
  'src/version.ts': [],
}

const ours = '^(src|goods|sandbox|bench|test)/'
const door = ['^src/goods/door[.]ts$', '^src/goods/kit/[^/]+[.]ts$']
const tests = '[.](test|contract|fixture)[.]ts$'
const pattern = (path) => `^${path.replaceAll('.', '[.]')}${path.endsWith('/') ? '' : '$'}`

/** The npm packages that a line may import: its `index.ts` names them. */
const packagesOfLines = globSync('goods/*/index.ts', { cwd: __dirname }).map((index) => {
  const [, named = ''] = /^ {2,4}packages: \[([^\]]*)\]/m.exec(readFileSync(join(__dirname, index), 'utf8')) ?? []
  return { folder: `^${dirname(index)}/`, packages: ['zod', ...[...named.matchAll(/'([^']+)'/g)].map(([, name]) => name)] }
})

const floors = Object.entries(may).map(([floor, targets]) => {
  // A row for a folder inside of another one stands instead of that one's.
  const rowsInside = Object.keys(may).filter((other) => other !== floor && other.startsWith(floor))
  return {
    name: `${floor.replace(/^src\/|\/$/g, '').replace(/[/.]/g, '-')}-imports`,
    comment: `${floor} may import ${targets.length === 0 ? 'nothing of ours' : targets.join(', ')}`,
    severity: 'error',
    from: { path: pattern(floor), pathNot: [tests, ...rowsInside.map(pattern)] },
    to: { path: ours, pathNot: [floor, ...targets].map(pattern) },
  }
})

module.exports = {
  forbidden: [
    ...floors,
    {
      name: 'offers-know-types-only',
      comment: 'what an offer is names the floors below by their types and runs none of their code',
      severity: 'error',
      from: { path: '^src/offers/', pathNot: tests },
      to: { path: '^src/(chain|sources|llm)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lines-through-the-door',
      comment: 'a line of goods imports the door, the kit and its own folder: nothing else of the service, and no other line',
      severity: 'error',
      from: { path: '^goods/([^/]+)/', pathNot: [tests, '^goods/upstream/door[.]ts$'] },
      to: { path: ours, pathNot: [...door, '^goods/$1/'] },
    },
    ...[...packagesOfLines, { folder: '^goods/', packages: ['zod'] }].map(({ folder, packages }, at, all) => ({
      name: 'lines-with-their-packages',
      comment: `${folder} may import ${packages.join(', ')}: the index.ts of a line names its packages`,
      severity: 'error',
      from: { path: folder, pathNot: [tests, ...(at === all.length - 1 ? packagesOfLines.map((line) => line.folder) : [])] },
      to: { path: '(^|/)node_modules/', pathNot: packages.map((name) => `node_modules/(@types/)?${name.replaceAll('*', '[^/]*')}/`) },
    })),
    {
      name: 'lines-by-their-index',
      comment: 'the list of lines loads the index of each by a dynamic import, where it is sold',
      severity: 'error',
      from: { path: '^goods/[^/]+[.]ts$', pathNot: tests },
      to: { path: ours, pathNot: [...door, '^goods/[^/]+/index[.]ts$'] },
    },
    {
      name: 'lines-when-sold',
      comment: 'a line is loaded by a dynamic import only',
      severity: 'error',
      from: { path: '^goods/[^/]+[.]ts$', pathNot: tests },
      to: { path: '^goods/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'goods-through-main',
      comment: 'of all of src only main and the entry of the library reach the lines of goods: nothing in src knows what is sold',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/(main|index)[.]ts$'] },
      to: { path: '^goods/' },
    },
    {
      name: 'goods-when-asked',
      comment: 'the list of lines is loaded by a dynamic import, where it is needed',
      severity: 'error',
      from: { path: '^src/(main|index)[.]ts$' },
      to: { path: '^goods/', dynamic: false },
    },
    {
      name: 'sandbox-through-main',
      comment: 'of all of src only main reaches the sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/(main|index)[.]ts$'] },
      to: { path: '^(sandbox|bench|test)/' },
    },
    {
      name: 'sandbox-when-asked',
      comment: 'main loads the sandbox by a dynamic import, so that it is not there in live mode',
      severity: 'error',
      from: { path: '^src/(main|index)[.]ts$' },
      to: { path: '^(sandbox|bench|test)/', dynamic: false },
    },
    { name: 'no-cycles', comment: 'nothing imports itself in the end', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', comment: 'what is imported is there', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared-packages',
      comment: 'a package stands in package.json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'service-without-development-packages',
      comment: 'what runs in production is installed there, or is an optional peer that the operator adds',
      severity: 'error',
      from: { path: '^(src|goods)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Samples for the evaluation, which nobody runs, and programs that run beside packages of other people.
    exclude: { path: ['^test/eval/code-review/twins/', '^test/outside/clients/javascript/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
