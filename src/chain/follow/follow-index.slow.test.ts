import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { RpcRejected } from '../chain.ts'
import { busyChain, fullRescan, memoryStore, openWatching, quickTime, signal, transfersOfWatched } from './index-store.fixture.ts'
import { seededRandom, randomLogs } from './random-events.fixture.ts'
import type { SimulatedChain } from './simulated-chain.fixture.ts'

/** The chain's node over HTTP: refuses with a JSON-RPC error, fails with a 502. */
async function serve(chain: SimulatedChain) {
  const answer = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
    try {
      return { jsonrpc: '2.0', id, result: chain.answer(method, params) }
    } catch (error) {
      if (!(error instanceof RpcRejected)) throw error
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
    }
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      try {
        const asked = JSON.parse(Buffer.concat(pieces).toString())
        response.setHeader('content-type', 'application/json').end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
      } catch {
        response.writeHead(502).end()
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const following = new URL('./follow-until-killed.fixture.ts', import.meta.url).pathname
const watchingOne = new URL('../../../goods/onchain/indexes/watch-until-killed.fixture.ts', import.meta.url).pathname

function follow(directory: string, url: string, file = following, ...more: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, directory, url, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    lines,
    async until(words: string): Promise<string> {
      for (;;) {
        const found = lines.findLast((line) => line.startsWith(words))
        if (found !== undefined) return found
        if (child.exitCode !== null) throw new Error('the process has ended')
        await sleep(5)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

test('after a kill at any moment of catching up, the next process ends with the rows of a full rescan', async () => {
  const random = seededRandom(11)
  const chain = busyChain(1_500, () => randomLogs(random, 6))
  Object.assign(chain.faults, { failEvery: 30, cap: 100, maxBlocks: 16 })
  using directory = temporaryDirectory()
  const node = await serve(chain)
  let midway = 0
  try {
    for (let kill = 0; kill < 25; kill++) {
      const process = follow(directory.path, node.url)
      await process.until('open')
      await sleep(random(250))
      if (!process.lines.some((line) => line.startsWith('caught up'))) midway += 1
      await process.kill()
      if (kill % 3 === 0) chain.reorganise(5, () => randomLogs(random, 6))
      for (let block = 0; block < 20; block++) chain.mine(...randomLogs(random, 6))
    }
    delete chain.faults.failEvery
    const last = follow(directory.path, node.url)
    const wanted = createHash('sha256')
      .update((await fullRescan(chain)).join('\n'))
      .digest('hex')
    expect(await last.until('caught up')).toBe(`caught up ${chain.head()} ${chain.head()} ${wanted}`)
    await last.kill()
  } finally {
    node.close()
  }
  expect(midway).toBeGreaterThan(5)
})

test('after a kill at any moment of reading earlier transfers, the next process ends with the rows of a full rescan', async () => {
  const random = seededRandom(23)
  const chain = busyChain(3_000, () => randomLogs(random, 6))
  Object.assign(chain.faults, { failEvery: 30, cap: 100, maxBlocks: 16 })
  using directory = temporaryDirectory()
  const node = await serve(chain)
  let midway = 0
  try {
    const first = follow(directory.path, node.url, watchingOne)
    await first.until('caught up')
    await first.kill()
    for (let kill = 0; kill < 25; kill++) {
      const process = follow(directory.path, node.url, watchingOne, 'watches')
      await process.until('open')
      await sleep(random(300))
      if (!process.lines.some((line) => line.startsWith('caught up'))) midway += 1
      await process.kill()
      if (kill % 3 === 0) chain.reorganise(5, () => randomLogs(random, 6))
      for (let block = 0; block < 20; block++) chain.mine(...randomLogs(random, 6))
    }
    for (const name of Object.keys(chain.faults)) delete chain.faults[name as keyof typeof chain.faults]
    const time = quickTime()
    const store = memoryStore()
    const rescan = openWatching({ chain: chain.chain, store, ...time, watches: true, historySeconds: 30 * 86_400 })
    for (let turn = 0; turn < 20; turn++) for (const job of rescan.jobs) await job.run(signal)
    const wanted = await transfersOfWatched(rescan)
    await store.close()
    const last = follow(directory.path, node.url, watchingOne, 'watches')
    const hash = createHash('sha256').update(wanted.join('\n')).digest('hex')
    expect(await last.until('caught up')).toBe(`caught up ${chain.head()} ${wanted.length} ${hash}`)
    await last.kill()
    expect(wanted.length).toBeGreaterThan(500)
  } finally {
    node.close()
  }
  expect(midway).toBeGreaterThan(5)
})
