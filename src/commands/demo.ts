import { processIo } from './define/command-io.ts'
import { defineCommand, flag } from './define/define-command.ts'
import type { Entrances } from './entrances.ts'

const command = defineCommand({
  name: 'demo',
  forms: [['[options]', 'shows every way to call and pay, in a sandbox of its own']],
  options: { json: flag('one line of JSON for each step') },
  notes: 'It removes the sandbox at the end, and takes about a minute.',
})

/** `farthing demo`; gives its exit code. */
export function demoCommand(args: readonly string[], { runDemo }: Pick<Entrances, 'runDemo'>): Promise<number> {
  return command.run(args, processIo(), ({ options }) => runDemo(options))
}
