import { basename, relative } from 'node:path'
import type { Welcome } from '../../service/welcome-facts.ts'

/** For people at a terminal. `program` is how they start this program. */
export function welcomeText(welcome: Welcome, program: string): string {
  const { url, sandbox, networks, dataNetworks, offers, freeCallsPerDay } = welcome
  const range = offers.prices === null ? '' : `, ${offers.paid} for $${offers.prices[0]} to $${offers.prices[1]} a call`
  return [
    '',
    `farthing is ready on ${url}`,
    ...(sandbox ? [`This is a sandbox: local chains, play money, ${sandbox.simulated ? 'simulated' : 'real'} data.`] : []),
    '',
    ...tryIt(welcome, program),
    `${offers.free + offers.quota + offers.paid} offers: ${offers.free} free, ${offers.quota} with ${freeCallsPerDay} free calls a day${range}`,
    `  ${url}/            for people`,
    `  ${url}/examples    code for every offer in curl, TypeScript, Python and MCP`,
    `  ${url}/llms.txt    for agents; also /openapi.json, /reference and /mcp`,
    `Networks: ${networks.join(', ') || 'none'}`,
    ...(dataNetworks ? [`Networks that answers are read from: ${dataNetworks.join(', ') || 'none'}`] : []),
    ...(sandbox ? [`Wallet with play USDC: ${sandbox.payer}  (its key: ${url}/sandbox; more money: POST ${url}/sandbox/faucet)`] : []),
    '',
    'Ctrl-C ends it. LOG_LEVEL=info shows what it does.',
    '',
    '',
  ].join('\n')
}

function tryIt({ call, sandbox }: Welcome, program: string): string[] {
  if (call === null) return []
  const pays = `${sandbox ? 'pays' : 'costs'} $${call.usd}${sandbox ? ' of play money' : ''}`
  const told = call.firstFree
    ? [
        'The first call is free, because a wallet that is new here may try one call below $0.03.',
        `The second one ${pays}, and shows the transaction that settled it.`,
      ]
    : [`It ${pays}, and shows the transaction that settled it.`]
  return ['Try it in another terminal, twice:', '', `  ${program} pay ${call.url}`, '', ...told, '']
}

/** One line of JSON for programs that start the service. */
export function readyLine(welcome: Welcome, workers: number): string {
  const what = welcome.sandbox ? `sandbox: local chains, play money, ${welcome.sandbox.simulated ? 'simulated' : 'real'} data` : 'live'
  return `${JSON.stringify({ event: 'ready', msg: `farthing is ready on ${welcome.url} (${what})`, workers, ...welcome })}\n`
}

/** How a person in that directory starts the program that this process runs: `./bin/farthing`. */
export function programName(script = process.argv[1] ?? '', directory = process.cwd()): string {
  if (!/^farthing(?:\.js)?$/.test(basename(script))) return './bin/farthing'
  const path = relative(directory, script)
  return path.startsWith('..') ? script : `./${path}`
}
