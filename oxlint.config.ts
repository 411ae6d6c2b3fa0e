import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * What may be used only in certain places, see the table at the end. A ban has a word for people, the modules, names of
 * modules, globals and properties that it is about, and the files that are free of it.
 */
interface Ban {
  readonly why: string
  readonly modules?: readonly string[]
  readonly names?: Readonly<Record<string, readonly string[]>>
  readonly globals?: readonly string[]
  readonly properties?: readonly (readonly [object: string, property: string])[]
}

const bans = {
  sqlite: { why: 'Database drivers stay inside store/<engine>/.', modules: ['node:sqlite'] },
  postgres: { why: 'Database drivers stay inside store/<engine>/.', modules: ['pg'] },
  network: {
    why: 'The outside world is reached through net/, chain/ and wallet/.',
    modules: ['undici', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram'],
    globals: ['fetch', 'WebSocket', 'EventSource'],
    properties: [['globalThis', 'fetch']],
  },
  listening: { why: 'Only a surface, or what starts it, listens.', modules: ['@hono/node-server'] },
  environment: { why: 'Only config/ reads the environment.', modules: ['node:process'], properties: [['process', 'env']] },
  time: {
    why: 'Take the time from a Clock and timers from Timers, so that a simulator can own them.',
    modules: ['node:timers', 'node:timers/promises', 'node:perf_hooks'],
    globals: ['setTimeout', 'setInterval', 'setImmediate', 'performance'],
    properties: [
      ['Date', 'now'],
      ['globalThis', 'setTimeout'],
      ['globalThis', 'setInterval'],
      ['globalThis', 'setImmediate'],
      ['process', 'hrtime'],
      ['AbortSignal', 'timeout'],
    ],
  },
  randomness: {
    why: 'Take randomness from a Random, so that a simulator can own it.',
    names: { 'node:crypto': ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'randomFillSync', 'webcrypto'] },
    globals: ['crypto'],
    properties: [['Math', 'random']],
  },
  keys: {
    why: 'Private keys are handled in settler/signer.ts and wallet/ only.',
    names: {
      'viem/accounts': [
        'generatePrivateKey',
        'privateKeyToAccount',
        'privateKeyToAddress',
        'mnemonicToAccount',
        'hdKeyToAccount',
        'sign',
        'signMessage',
        'signTransaction',
        'signTypedData',
      ],
    },
    properties: [['secp256k1', 'ecdsaSign']],
  },
} as const satisfies Record<string, Ban>

type BanName = keyof typeof bans

/**
 * Lines of the longest function of each file that has one of more than 60. The list only gets shorter: lint refuses a function that grows, and a test
 * a number that is too high. Split a function into named parts, lower its number, and remove the row at 60. A function that returns functions
 * counts with all of them.
 */
export const longFunctions: Readonly<Record<string, number>> = {
  '**/component-points.ts': 62,
  '**/deep-offers.ts': 65,
  '**/trust-offers.ts': 147,
  '**/whale-alerts.ts': 74,
  'goods/code-review/code/read-python-expression.ts': 84,
  'goods/code-review/code/read-script-expression.ts': 73,
  'goods/code-review/offers/code-review-llm.ts': 64,
  'goods/companies/offers/profile.ts': 64,
  'goods/companies/offers/signals.ts': 77,
  'goods/companies/offers/verify.ts': 82,
  'goods/companies/sources/registers/ares-changes.ts': 70,
  'goods/companies/sources/vies.ts': 78,
  'goods/data/energy/energy.ts': 65,
  'goods/data/fx/fx.ts': 63,
  'goods/data/macro/macro.ts': 80,
  'goods/data/security/security.ts': 70,
  'goods/market/offers/price.ts': 69,
  'goods/market/offers/prices.ts': 61,
  'goods/market/offers/rates.ts': 69,
  'goods/market/offramp/estimate.ts': 67,
  'goods/market/sandbox/dexscreener.ts': 68,
  'goods/market/sources/coinpaprika.ts': 68,
  'goods/market/sources/uniswap-v3.ts': 62,
  'goods/market/stablecoins/stablecoins.ts': 104,
  'goods/rendering/page/main-frame.ts': 97,
  'goods/rendering/process/browser-pool.ts': 87,
  'goods/rendering/process/devtools-pipe.ts': 61,
  'goods/screening/offers/risk-batch.ts': 65,
  'goods/screening/offers/risk.ts': 86,
  'goods/screening/sanctions/indexed-lists.ts': 76,
  'goods/screening/sanctions/listed-entry.ts': 66,
  'goods/screening/sanctions/names/name-index.ts': 98,
  'goods/screening/sanctions/sanctions.ts': 67,
  'goods/tenders/offer/tenders.ts': 77,
  'goods/tenders/ted/ted.ts': 73,
  'goods/text/translation/pipeline.ts': 61,
  'goods/upstream/index.ts': 103,
  'src/chain/connect/connect-networks.ts': 85,
  '**/read-logs-back.ts': 71,
  '**/read-address-backfill.ts': 66,
  'src/chain/prices/chain-prices.ts': 105,
  'src/chain/prices/dollar-rounds.ts': 61,
  'src/chain/prices/read-together.ts': 61,
  'src/chain/reachability.ts': 81,
  'src/chain/rpc/create-rpc.ts': 136,
  'src/commands/workers/run-workers.ts': 63,
  'src/gate/gate.ts': 123,
  'src/gate/known-payments/interrupted-calls.ts': 64,
  'src/gate/limits/in-flight-counts.ts': 76,
  'src/gate/paid-call.ts': 86,
  'src/gate/run/run-offer.ts': 65,
  'src/gate/terms/terms.ts': 81,
  'src/gate/unpaid-call.ts': 83,
  'src/ledger/create-ledger.ts': 116,
  'src/ledger/leases/instance-lease.ts': 74,
  'src/ledger/move/table-forms.ts': 81,
  'src/ledger/slots/record-transaction.ts': 62,
  'src/llm/create-language-model.ts': 68,
  'src/net/page-allowance.ts': 64,
  'src/net/proxy-connections.ts': 65,
  'src/net/upstream-connections.ts': 67,
  'src/operate/hooks/deliver-hooks.ts': 69,
  'src/operate/notices/alarm-notices.ts': 66,
  'src/operate/prices/change-prices.ts': 93,
  'src/operate/refunds/create-refunds.ts': 108,
  'src/operate/restored/restored-ledger.ts': 87,
  'src/ops/clock-watch.ts': 69,
  'src/ops/health.ts': 61,
  'src/ops/jobs.ts': 78,
  'src/ops/redact.ts': 73,
  'src/ops/shutdown.ts': 71,
  '**/service/**/app.ts': 69,
  '**/service/**/background-work.ts': 105,
  '**/service/**/build-service.ts': 245,
  '**/service/**/listen.ts': 67,
  '**/service/**/open-gate.ts': 129,
  '**/service/**/start-service.ts': 78,
  'src/settler/facilitator/facilitated-network.ts': 68,
  'src/settler/facilitator/facilitator-health.ts': 65,
  'src/settler/queue/batch-queue.ts': 89,
  'src/settler/settle-network.ts': 89,
  'src/settler/settlement-cost.ts': 88,
  'src/settler/settlements.ts': 97,
  'src/settler/spending/gas-budget.ts': 101,
  'src/settler/spending/send-state.ts': 62,
  'src/settler/watch/payment-watch.ts': 61,
  'src/settler/watch/record-outcome.ts': 108,
  'src/settler/watch/transfer-watch.ts': 68,
  'src/shared/fair-queue.ts': 63,
  'src/sources/policy/create-source.ts': 62,
  'src/sources/policy/feed.ts': 87,
  'src/sources/policy/quota-watch.ts': 76,
  'src/store/postgres/lane.ts': 72,
  'src/store/postgres/postgres-store.ts': 73,
  'src/store/sqlite/write-queue.ts': 87,
  'src/surfaces/console/islands/payment.ts': 128,
  'src/surfaces/console/pages/style-page.ts': 73,
  'src/surfaces/desk/calls/book-calls.ts': 69,
  'src/surfaces/desk/door/sessions.ts': 71,
  'src/surfaces/legal/terms.ts': 72,
  'src/surfaces/payment/challenges.ts': 61,
  'src/surfaces/payment/offer-terms.ts': 65,
  'src/workers/processes/worker-pool.ts': 62,
  'src/workers/processes/worker-process.ts': 68,
  'src/workers/processes/worker-slots.ts': 80,
  'src/workers/threads/thread.ts': 76,
  'src/workers/trial/engine-trial.ts': 82,
}

/** Lines of a function. A longer one does several things, and each of them wants a name. */
function maxLines(max: number): OxlintOverride['rules'] {
  return { 'max-lines-per-function': ['error', { max, skipBlankLines: false, skipComments: false }] }
}

/** The rules that hold where all bans but these hold. */
function banned(...free: readonly BanName[]): OxlintOverride['rules'] {
  const names: readonly string[] = free
  const held: readonly Ban[] = Object.entries(bans).flatMap(([name, ban]) => (names.includes(name) ? [] : [ban]))
  return {
    'no-restricted-imports': [
      'error',
      {
        paths: held.flatMap(({ why, modules = [], names = {} }) => [
          ...modules.map((name) => ({ name, message: why, allowTypeImports: true })),
          ...Object.entries(names).map(([name, importNames]) => ({
            name,
            importNames: [...importNames],
            message: why,
            allowTypeImports: true,
          })),
        ]),
      },
    ],
    'no-restricted-globals': ['error', ...held.flatMap(({ why, globals = [] }) => globals.map((name) => ({ name, message: why })))],
    'no-restricted-properties': [
      'error',
      ...held.flatMap(({ why, properties = [] }) => properties.map(([object, property]) => ({ object, property, message: why }))),
    ],
  }
}

export default defineConfig({
  ignorePatterns: ['**/node_modules', 'test/eval/code-review/twins'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { node: true, es2024: true },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'error',
    eqeqeq: 'error',
    // How `@noble/hashes` copies the state of a hash without a new object.
    'no-underscore-dangle': ['error', { allow: ['_cloneInto'] }],
    // Assertions stand where a schema, a database or a protocol has already decided the type.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-named-as-default-member': 'off',
    'no-shadow': 'off',
    // Always of a list that was made in the same line.
    'unicorn/no-array-sort': 'off',
    // Our functions are written in the form of methods and know no `this`.
    'typescript/unbound-method': 'off',
    // Code points are what we count.
    'typescript/no-misused-spread': 'off',
    // Flags are set from outside of the loop, while it waits.
    'no-unmodified-loop-condition': 'off',
  },
  overrides: [
    { files: ['src/**/*.ts', 'goods/**/*.ts'], rules: { ...banned(), ...maxLines(60) } },
    ...Object.entries(longFunctions).map(([file, lines]) => ({ files: [file], rules: maxLines(lines) })),
    // Tests are tables of cases.
    { files: ['**/*.{test,fixture,contract}.ts'], rules: { 'max-lines-per-function': 'off' } },
    { files: ['src/store/sqlite/**/*.ts'], rules: banned('sqlite') },
    { files: ['src/store/postgres/**/*.ts'], rules: banned('postgres') },
    { files: ['src/net/**/*.ts', 'src/chain/**/*.ts'], rules: banned('network') },
    { files: ['src/wallet/**/*.ts'], rules: banned('network', 'keys') },
    { files: ['src/settler/signer.ts'], rules: banned('keys') },
    { files: ['src/surfaces/**/*.ts'], rules: banned('listening') },
    // They run in a visitor's browser: its clock, its network, and the key of a sandbox's play wallet.
    { files: ['src/surfaces/console/islands/**/*.ts'], rules: banned('listening', 'time', 'randomness', 'network', 'keys') },
    { files: ['src/config/**/*.ts'], rules: banned('environment') },
    { files: ['src/ops/system.ts'], rules: banned('time', 'randomness') },
    // Processes and threads of their own.
    {
      files: [
        'goods/code-review/review/review-worker.ts',
        'src/workers/threads/serve-thread.ts',
        'goods/text/translation/translation-worker.ts',
      ],
      rules: banned('time'),
    },
    {
      files: ['src/main.ts', 'src/library/**/*.ts', 'src/service/**/*.ts', 'src/commands/**/*.ts'],
      rules: banned('time', 'randomness', 'listening'),
    },
    { files: ['src/service/{listen,listen-operator,listen-metrics,unreadable-requests}.ts'], rules: banned('listening', 'network') },
    {
      // Long tables keep several entries in a line.
      files: ['goods/screening/**/*.ts', 'test/eval/**/*.ts'],
      rules: { 'unicorn/no-useless-spread': 'off' },
    },
    {
      files: ['**/*.test.ts', '**/*.contract.ts', '**/*.fixture.ts', 'test/**/*.ts'],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'typescript/no-explicit-any': 'off',
      },
    },
    { files: ['*.config.ts', 'test/closing-line-reporter.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
