import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'src/main.ts!',
        'src/index.ts!',
        // What lines of goods may use.
        'src/goods/door.ts!',
        'src/goods/kit/*.ts!',
        'test/postgres-setup.ts',
        'test/probe/probe-process.ts',
        'bin/farthing!',
        'bench/servers/*.ts',
        'training/**/*.ts',
        'src/surfaces/console/islands/page.ts',
        'src/surfaces/console/islands/reference.ts',
        'packaging/bundle-islands.ts',
        'test/eval/code-review/sets/make-sets.ts',
      ],
      project: [
        'src/**/*.ts',
        'goods/**/*.ts',
        'sandbox/**/*.ts',
        'bench/**/*.ts',
        'test/**/*.ts',
        'training/**/*.ts',
        'packaging/**/*.ts',
        '*.ts',
        '!test/eval/code-review/twins/**',
      ],
      // Programs of the machine, for slow tests, which skip what is not there.
      ignoreBinaries: ['go', 'script', 'unshare'],
      // They are read by path.
      ignoreDependencies: ['@openzeppelin/contracts', 'axe-core'],
    },
    // It has no code: it only makes every checkout install these.
    'packaging/checkout': { ignoreDependencies: [/.*/] },
  },
  // A type that an exported function speaks of is part of it, imported somewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
