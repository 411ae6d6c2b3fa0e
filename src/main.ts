import { runCommand } from './commands/run-command.ts'

// The sandbox is a world of its own, and goods are not the till's: nothing reaches them but from here, and only when they are asked for.
process.exitCode = await runCommand(process.argv.slice(2), {
  openSandbox: async (options) => (await import('../sandbox/open-sandbox.ts')).openSandbox(options),
  runDemo: async (options) => (await import('../sandbox/demo/run-demo.ts')).runDemo(options),
  lineOfFile: async (path) => (await import('../goods/upstream/index.ts')).upstreamLine(path),
  offerFiles: async () => (await import('../goods/upstream/offer-files.ts')).offerFiles,
})
