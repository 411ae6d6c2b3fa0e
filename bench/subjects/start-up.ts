import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startNodeServer } from '../stubs/node-server.ts'
import { openConnection, requestText } from '../harness/http-connection.ts'
import { freePort } from '../harness/free-port.ts'
import { payTo } from '../harness/start-farthing.ts'
import { spreadOf } from '../harness/statistics.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'
import { ownSourceIds } from '../../test/own-sources.ts'

const sizes = { full: 9, quick: 3, smoke: 1 }

/** From the spawn of the process to the first 200 of /readyz, in live mode. */
export const startUp: Subject = {
  name: 'start-up',
  title: 'Start-up without the sandbox',
  async run(effort) {
    await using stub = await startNodeServer()
    const first: number[] = []
    const again: number[] = []
    for (let round = 0; round < sizes[effort]; round++) {
      using directory = temporaryDirectory()
      first.push(await secondsToReady(stub.rpcUrls, directory.path))
      again.push(await secondsToReady(stub.rpcUrls, directory.path))
    }
    const row = (what: string, seconds: readonly number[]) => {
      const { median, min, max } = spreadOf(seconds)
      return { 'data directory': what, 'seconds to ready': figure(median), 'min to max': `${figure(min)} to ${figure(max)}` }
    }
    return {
      rows: [row('empty', first), row('of an earlier start', again)],
      targets: [
        atMost('seconds from the start of the process to the first 200 of /readyz', spreadOf([...first, ...again]).median, 2, ' s'),
      ],
      notes: [`Six networks, whose nodes are stubs on this machine; sources are switched off. ${sizes[effort]} starts each.`],
    }
  },
}

async function secondsToReady(rpcUrls: Readonly<Record<string, string>>, directory: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'start'], {
    env: {
      ...process.env,
      ...rpcUrls,
      MODE: 'live',
      PORT: String(port),
      DATA_DIR: join(directory, 'data'),
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo,
      SIGNER_KEY: `0x${'51'.repeat(32)}`,
      SOURCES_DISABLED: ownSourceIds.join(','),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error('the service ended before it was ready')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return (performance.now() - started) / 1000
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const connection = await openConnection(port)
    const { status } = await connection.ask(requestText('/readyz'))
    connection.close()
    return status === 200
  } catch {
    return false
  }
}
