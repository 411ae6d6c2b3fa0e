import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Log } from '../shared/log.ts'
import { createDiskWatch } from './disk-watch.ts'
import { createMetrics } from './metrics.ts'

function open(size: number) {
  const disk = { free: size, size }
  const lines: string[] = []
  const kept = (fields: object, message: string) => void lines.push(`${'alarm' in fields ? `${String(fields.alarm)}: ` : ''}${message}`)
  const log: Log = { debug() {}, info: kept, warn: kept, error: kept, child: () => log }
  const metrics = createMetrics()
  const watch = createDiskWatch({ directory: '/', log, metrics: metrics.metrics, measure: async () => disk })
  const at = async (free: number) => {
    disk.free = free
    await watch.look()
    return lines.splice(0)
  }
  return { at, watch, metrics }
}

const alarm = 'disk_full: little room is left where DATA_DIR is; logged again when there is more'
const over = 'there is room again where DATA_DIR is'

test('one alarm below two gigabytes, nothing while it lasts, one line when there is clearly more', async () => {
  const { at, watch, metrics } = open(100e9)
  expect(await at(2.1e9)).toEqual([])
  expect(await at(1.9e9)).toEqual([alarm])
  expect(await at(0)).toEqual([])
  expect(await at(2.1e9)).toEqual([])
  expect(watch.isLow()).toBe(true)
  expect(await metrics.text()).toContain('farthing_disk_free_bytes 2100000000')
  expect(await at(2.3e9)).toEqual([over])
  expect(watch.isLow()).toBe(false)
})

test('a small disk is low below a tenth', async () => {
  const { at } = open(5e9)
  expect(await at(0.6e9)).toEqual([])
  expect(await at(0.4e9)).toEqual([alarm])
})

test('measures the file system of a directory', async () => {
  const metrics = createMetrics()
  const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
  await createDiskWatch({ directory: tmpdir(), log: silent, metrics: metrics.metrics }).look()
  expect(Number(/^farthing_disk_free_bytes (\S+)$/m.exec(await metrics.text())?.[1])).toBeGreaterThan(0)
})
