import { runCommand } from './commands/run-command.ts'

// The sandbox is a world of its own, and lines of goods are sold through the door: nothing reaches them but from here, when they are asked for.
process.exitCode = await runCommand(process.argv.slice(2), {
  openSandbox: async (options) => (await import('../sandbox/open-sandbox.ts')).openSandbox(options),
  runDemo: async (options) => (await import('../sandbox/demo/run-demo.ts')).runDemo(options),
  ownLines: async () => (await import('../goods/lines.ts')).lines,
  lineOfFile: async (path) => (await import('../goods/lines.ts')).lineOfFile(path),
  offerFiles: async () => (await import('../goods/lines.ts')).offerFiles(),
})
