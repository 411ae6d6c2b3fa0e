/**
 * Who may import whom. Every floor may import itself, npm packages and Node; of ours only what stands in its row.
 * Types count as much as code. Test files, and what only they use (contract suites, fixtures), may import what they need.
 */
const may = {
  'src/shared/': [],
  'src/store/': ['src/shared/'],
  'src/net/': ['src/shared/'],
  'src/ledger/': ['src/store/', 'src/shared/'],
  'src/chain/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/sources/': ['src/store/', 'src/net/', 'src/shared/'],
  'src/payments/': ['src/chain/', 'src/shared/'],
  'src/settler/': ['src/chain/', 'src/ledger/', 'src/net/', 'src/shared/'],
  'src/products/': ['src/products/', 'src/offer.ts', 'src/offer-schemas.ts', 'src/sources/', 'src/chain/', 'src/shared/'],
  // Readiness checks how others ask for payment, so it reads the wire.
  'src/products/readiness/': ['src/offer.ts', 'src/sources/', 'src/chain/', 'src/payments/', 'src/shared/'],
  'src/gate/': ['src/offer.ts', 'src/offer-schemas.ts', 'src/payments/', 'src/settler/', 'src/ledger/', 'src/chain/', 'src/shared/'],
  'src/surfaces/': ['src/catalog.ts', 'src/offer.ts', 'src/offer-schemas.ts', 'src/gate/', 'src/payments/', 'src/ledger/', 'src/shared/'],
  'src/wallet/': ['src/payments/', 'src/chain/', 'src/net/', 'src/shared/'],
  // Made in parts.ts and handed down as port types.
  'src/ops/': ['src/shared/'],
  'src/offer.ts': ['src/sources/', 'src/chain/', 'src/shared/'],
  'src/offer-schemas.ts': ['src/offer.ts'],
  'src/catalog.ts': ['src/offer.ts', 'src/check-offers.ts', 'src/match-route.ts', 'src/products/', 'src/shared/'],
  'src/check-offers.ts': ['src/offer.ts', 'src/match-route.ts', 'src/shared/'],
  'src/match-route.ts': ['src/offer.ts', 'src/shared/'],
  'src/config.ts': ['src/config/', 'src/ops/', 'src/shared/'],
  'src/config/': ['src/ops/', 'src/shared/'],
}

const ours = '^(src|sandbox|bench|test)/'
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
      name: 'sandbox-through-main',
      comment: 'of all of src only main reaches the sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/main[.]ts$'] },
      to: { path: '^(sandbox|bench|test)/' },
    },
    {
      name: 'sandbox-when-asked',
      comment: 'main loads the sandbox by a dynamic import, so that it is not there in live mode',
      severity: 'error',
      from: { path: '^src/main[.]ts$' },
      to: { path: '^(sandbox|bench|test)/', dynamic: false },
    },
    { name: 'no-cycles', comment: 'nothing imports itself in the end', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', comment: 'what is imported is there', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared-packages',
      comment: 'a package stands in package.json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'service-without-development-packages',
      comment: 'what runs in production is installed there',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
