import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { apertiumHere } from './apertium.fixture.ts'
import { openTranslationWorkers } from './open-translation-workers.ts'
import type { OpenedTriedTranslator } from './translator.ts'

const installed = '/usr/share/apertium'
const patiently = { timeout: 60_000, interval: 50 }
const { signal } = new AbortController()

let directory: string
let translator: OpenedTriedTranslator | null
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-apertium-'))
  translator = null
})
afterEach(async () => {
  await translator?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Apertium with one pair of languages, whose data is in `data` of the directory: the programs find it there, or do not. */
async function open() {
  mkdirSync(join(directory, 'modes'))
  const mode = readFileSync(join(installed, 'modes/eng-spa.mode'), 'utf8')
  writeFileSync(join(directory, 'modes/eng-spa.mode'), mode.replaceAll(`${installed}/`, `${directory}/data/`))
  const said: { readonly alarm?: unknown; readonly message: string }[] = []
  const note = (fields: object, message: string) => void said.push({ ...fields, message })
  const log: Log = { ...silentLog, info: note, error: note, child: () => log }
  const settings = { directory, maxWorkers: 1, maxWaiting: 2, maxPipelines: 1, stepMs: 20_000, idleMs: 60_000 }
  translator = await openTranslationWorkers(settings, { clock: systemClock, timers: systemTimers, log, metrics: silentMetrics })
  if (!translator) throw new Error('there is no Apertium')
  return { opened: translator, said }
}

const putData = () => symlinkSync(installed, join(directory, 'data'))

describe.runIf(apertiumHere)('the trial of the translator', () => {
  test('translates a text, and the translator is sold', async () => {
    putData()
    const { opened, said } = await open()
    expect([opened.trial.standing(), opened.availability()]).toEqual(['untried', 'available'])
    await opened.trial.tried()
    expect([opened.trial.standing(), opened.availability()]).toEqual(['works', 'available'])
    expect(said.filter(({ alarm }) => alarm !== undefined)).toEqual([])
  })

  test('fails where Apertium lacks its data, and the translator is sold again once that is there', async () => {
    const { opened, said } = await open()
    await opened.trial.tried()
    expect([opened.trial.standing(), opened.availability()]).toEqual(['failed', 'down'])
    expect(said.filter(({ alarm }) => alarm !== undefined)).toMatchObject([{ alarm: 'engine', engine: 'translation' }])
    putData()
    await vi.waitUntil(() => opened.trial.standing() === 'works', patiently)
    expect(opened.availability()).toBe('available')
    const [route] = opened.routes()
    expect(await opened.translate({ route: route!, text: 'The house is red.', signal })).toMatchObject({ text: 'La casa es roja.' })
  })
})
