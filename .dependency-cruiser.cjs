/**
 * Who may import whom. Every floor may import itself, npm packages and Node; of ours only what stands in its row.
 * Types count as much as code. Test files, and what only they use (contract suites, fixtures), may import what they need.
 */
const may = {
  'src/shared/': [],
  'src/store/': ['src/shared/'],
  'src/net/': ['src/shared/'],
  'src/ops/': ['src/shared/'],
  'src/config/': ['src/ops/', 'src/shared/'],
  'src/ledger/': ['src/store/', 'src/shared/'],
  'src/chain/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/sources/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/engines/': ['src/store/', 'src/net/', 'src/shared/'],
  // It knows no offer: what it needs from the ledger comes as ports.
  'src/addresses/': ['src/chain/', 'src/sources/', 'src/shared/'],
  'src/offers/': ['src/sources/', 'src/chain/', 'src/engines/', 'src/shared/'],
  // The door: what a line of goods is, and what it is made with. It re-exports, and decides nothing.
  'src/goods/': ['src/offers/', 'src/chain/', 'src/sources/', 'src/net/', 'src/store/', 'src/shared/'],
  'src/payments/': ['src/chain/', 'src/shared/'],
  'src/settler/': ['src/chain/', 'src/ledger/', 'src/net/', 'src/shared/'],
  'src/products/': ['src/products/', 'src/offers/', 'src/addresses/', 'src/sources/', 'src/chain/', 'src/engines/', 'src/shared/'],
  // Readiness checks how others ask for payment, so it reads the wire.
  'src/products/readiness/': ['src/offers/', 'src/sources/', 'src/chain/', 'src/engines/', 'src/payments/', 'src/shared/'],
  'src/gate/': ['src/offers/', 'src/payments/', 'src/settler/', 'src/ledger/', 'src/chain/', 'src/shared/'],
  'src/operate/': ['src/offers/', 'src/settler/', 'src/ledger/', 'src/chain/', 'src/shared/'],
  'src/surfaces/': ['src/offers/', 'src/gate/', 'src/operate/', 'src/payments/', 'src/ledger/', 'src/shared/'],
  'src/wallet/': ['src/payments/', 'src/chain/', 'src/net/', 'src/shared/'],
  // The composition root: every floor meets here, and only here.
  'src/service/': [
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
    'src/engines/',
    'src/store/',
    'src/net/',
    'src/config/',
    'src/ops/',
    'src/shared/',
    'src/version.ts',
  ],
  'src/commands/': ['src/service/', 'src/operate/', 'src/wallet/', 'src/config/', 'src/ops/', 'src/shared/', 'src/version.ts'],
  // A till inside of another server: what the commands start, without a process of its own.
  'src/library/': ['src/service/', 'src/goods/', 'src/offers/', 'src/config/', 'src/ops/', 'src/shared/'],
  'src/index.ts': ['src/library/', 'sandbox/'],
  'src/main.ts': ['src/commands/', 'sandbox/', 'goods/'],
  'src/version.ts': [],
  // Goods know the door and what it hands out, and nothing of the rooms of the till.
  'goods/': ['src/goods/', 'src/offers/', 'src/net/', 'src/shared/', 'src/commands/offer-files.ts'],
}

const ours = '^(src|goods|sandbox|bench|test)/'
const tests = '[.](test|contract|fixture)[.]ts$'
const pattern = (path) => `^${path.replaceAll('.', '[.]')}${path.endsWith('/') ? '' : '$'}`

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
      name: 'product-lines-apart',
      comment: 'a product line does not import another one',
      severity: 'error',
      from: { path: '^src/products/([^/]+)/', pathNot: tests },
      to: { path: '^src/products/', pathNot: '^src/products/$1/' },
    },
    {
      name: 'offers-know-types-only',
      comment: 'what an offer is names the floors below by their types and runs none of their code',
      severity: 'error',
      from: { path: '^src/offers/', pathNot: tests },
      to: { path: '^src/(chain|sources|engines)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sandbox-through-main',
      comment: 'of all of src only main reaches the sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/(main|index)[.]ts$'] },
      to: { path: '^(sandbox|bench|test|goods)/' },
    },
    {
      name: 'sandbox-when-asked',
      comment: 'main loads the sandbox and goods by a dynamic import, so that they are not there where nothing asks for them',
      severity: 'error',
      from: { path: '^src/(main|index)[.]ts$' },
      to: { path: '^(sandbox|bench|test|goods)/', dynamic: false },
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
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Samples for the evaluation: nobody runs them.
    exclude: { path: '^test/eval/code-review/twins/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
