import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { createOperatorApp } from '../surfaces/operator/operator-app.ts'
import { operatorAction } from '../surfaces/operator/operator-action.ts'
import { askService } from './ask-service.ts'
import { listenForOperator, type OperatorListener } from './listen-operator.ts'

const root = mkdtempSync(join(tmpdir(), 'farthing-socket-'))
const open: OperatorListener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close(1_000)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const actions = [
  operatorAction('double', z.object({ amount: z.string() }), async ({ amount }) => ({ amount: BigInt(amount) * 2n })),
  operatorAction('refuse', z.object({}), async () => {
    throw new OperatorError('there is no such receipt')
  }),
  operatorAction('break', z.object({}), async () => {
    throw new Error('secret text of the inside')
  }),
]

async function listen(directory: string, more: Partial<Parameters<typeof listenForOperator>[2]> = {}) {
  mkdirSync(directory, { recursive: true })
  const listener = await listenForOperator(directory, createOperatorApp({ actions, log: silentLog }).fetch, {
    timers: systemTimers,
    log: silentLog,
    ...more,
  })
  open.push(listener)
  return listener
}

const double = (dataDir: string) => askService({ dataDir, action: 'double', input: { amount: '21' } })

test('answers commands in the data directory, only for the user of the service, and leaves nothing behind', async () => {
  const dataDir = join(root, 'one')
  expect(await double(dataDir)).toBeUndefined()
  const listener = await listen(dataDir)
  expect(await double(dataDir)).toEqual({ result: { amount: '42' } })
  expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['operator.sock'])
  await listener.close(1_000)
  expect(readdirSync(dataDir)).toEqual([])
  expect(await double(dataDir)).toBeUndefined()
})

test('says why a command is refused, and keeps what failed inside to the log', async () => {
  const dataDir = join(root, 'refusals')
  await listen(dataDir)
  await expect(askService({ dataDir, action: 'refuse' })).rejects.toThrow('there is no such receipt')
  await expect(askService({ dataDir, action: 'double' })).rejects.toThrow(/amount/)
  await expect(askService({ dataDir, action: 'unheard-of' })).rejects.toThrow(/another version/)
  const broken = await askService({ dataDir, action: 'break' }).catch((error: Error) => error)
  expect(broken).toBeInstanceOf(OperatorError)
  expect((broken as Error).message).toBe('the service failed; its log says why')
})

test('replaces the socket of a process that was killed, and not that of one that listens', async () => {
  const dataDir = join(root, 'stale')
  mkdirSync(dataDir)
  const file = join(dataDir, 'operator.sock')
  // What a killed process leaves: a socket that nobody listens on. Renamed, it is not removed when its server closes.
  const killed: Server = createServer()
  await new Promise<void>((ready) => killed.listen(join(dataDir, 'killed'), ready))
  renameSync(join(dataDir, 'killed'), file)
  await new Promise<void>((closed) => killed.close(() => closed()))
  expect(existsSync(file)).toBe(true)
  await listen(dataDir)
  expect(await double(dataDir)).toEqual({ result: { amount: '42' } })

  const warnings: unknown[] = []
  const second = await listen(dataDir, { log: { ...silentLog, warn: (fields) => void warnings.push(fields) } })
  expect(warnings).toHaveLength(1)
  await second.close(1_000)
  expect(await double(dataDir)).toEqual({ result: { amount: '42' } })
})

test('listens below a path that is longer than the address of a socket may be', async () => {
  const dataDir = join(root, 'a'.repeat(100), 'b'.repeat(100))
  const listener = await listen(dataDir)
  expect(await double(dataDir)).toEqual({ result: { amount: '42' } })
  await listener.close(1_000)
  expect(readdirSync(dataDir)).toEqual([])
})

test('the service goes on where no socket can be made, and says so', async () => {
  const dataDir = join(root, 'file-in-the-way')
  writeFileSync(dataDir, '')
  const warnings: unknown[] = []
  await listenForOperator(dataDir, () => new Response(), {
    timers: systemTimers,
    log: { ...silentLog, warn: (fields) => void warnings.push(fields) },
  })
  expect(warnings).toHaveLength(1)
})

test('asks the first worker that listens', async () => {
  const dataDir = join(root, 'workers')
  mkdirSync(join(dataDir, 'worker-2'), { recursive: true })
  await listen(join(dataDir, 'worker-10'))
  expect(await double(dataDir)).toEqual({ result: { amount: '42' } })
})

test('waits for a command under way when it closes, and no longer than it may', async () => {
  const dataDir = join(root, 'closing')
  mkdirSync(dataDir)
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const slow = [
    operatorAction('slow', z.object({}), async () => {
      begin()
      await end
      return 'done'
    }),
  ]
  const listener = await listenForOperator(dataDir, createOperatorApp({ actions: slow, log: silentLog }).fetch, {
    timers: systemTimers,
    log: silentLog,
  })
  const asked = askService({ dataDir, action: 'slow' })
  await began
  const closed = listener.close(60_000)
  finish()
  expect(await asked).toEqual({ result: 'done' })
  await closed
})
