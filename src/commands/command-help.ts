/** What `--help` prints for the commands that have no arguments of their own. */
export const commandHelp: Readonly<Record<string, string>> = {
  start: `farthing start

Starts the service. Without MODE=live it is a sandbox: local chains, play money and stand-ins for the sources of data.
Settings come from the environment, and from --env-file <file>, one NAME=value a line; the environment overrides the file.
farthing --settings prints each setting with its default.
It ends in order on SIGTERM and SIGINT: no new calls, the open ones are answered, payments are settled.
`,
  demo: `farthing demo [--json]

Shows every way to call and pay, in a sandbox of its own, which it removes at the end. Takes about a minute.

  --json             one line of JSON for each step
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
`,
  sandbox: `farthing sandbox

Starts only the local chains, the stand-ins and the faucet, and prints the file that services join with SANDBOX_WORLD.
It runs until SIGTERM or SIGINT. DATA_DIR is where its chains are kept.

  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
`,
}

export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')
