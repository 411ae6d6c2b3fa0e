import { runCommand } from './commands/run-command.ts'

// The sandbox is a world of its own: nothing reaches it but from here, and only when it is asked for.
process.exitCode = await runCommand(process.argv.slice(2), {
  openSandbox: async (options) => (await import('../sandbox/open-sandbox.ts')).openSandbox(options),
  runDemo: async (options) => (await import('../sandbox/demo/run-demo.ts')).runDemo(options),
})
