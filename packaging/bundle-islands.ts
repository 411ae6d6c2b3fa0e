import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const folder = join(import.meta.dirname, '../src/surfaces/console/islands')

/** Bundles what runs in a visitor's browser: file name to script. Paying is a file of its own, loaded when somebody pays. */
export async function bundleIslands(): Promise<Record<string, string>> {
  const build = await rolldown({
    input: { page: join(folder, 'page.ts'), reference: join(folder, 'reference.ts') },
    platform: 'browser',
    logLevel: 'silent',
  })
  try {
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      comments: { legal: false },
    })
    return Object.fromEntries(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])))
  } finally {
    await build.close()
  }
}

// Started as a program, it prints them.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(JSON.stringify(await bundleIslands()))
