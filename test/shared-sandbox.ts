import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyLineStandIn } from '../sandbox/upstreams/every-stand-in.ts'
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts'
import { testLog } from './service-in-process.ts'

/** Short, so that a payment is settled soon. */
const blockMs = 50

let opening: Promise<Sandbox> | undefined

/**
 * The sandbox that the test files of one worker process share: starting six chains takes longer than most files.
 * Files of one process run one after the other, so one service at a time sends the settlements. A test that stops or rewrites
 * the chains, or that changes what inhabitants own, needs a sandbox of its own. Closing it only turns all upstreams on again;
 * its chains end with the process, and `global-setup.ts` removes its directory.
 */
export async function sharedSandbox(): Promise<Sandbox> {
  opening ??= open()
  const sandbox = await opening
  return { ...sandbox, close: () => resetUpstreams(sandbox) }
}

async function open(): Promise<Sandbox> {
  const directory = await mkdtemp(join(process.env['TEST_RUN_DIRECTORY'] ?? tmpdir(), 'farthing-sandbox-'))
  return openSandbox({ directory, world: null, blockMs, log: testLog(), standIns: everyLineStandIn })
}

async function resetUpstreams({ world }: Sandbox): Promise<void> {
  for (const [id, mode] of Object.entries(await world.switches.modes())) if (mode !== 'ok') await world.switches.set(id, 'ok')
}
