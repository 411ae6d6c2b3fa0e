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
    { files: ['src/**/*.ts', 'goods/**/*.ts'], rules: banned() },
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
