import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { apertiumHere } from './apertium.fixture.ts'
import { coverageOf } from './check-translation.ts'
import { openApertium } from './open-apertium.ts'
import type { OpenedTranslator } from './translator.ts'
import { ourselves } from '../../../src/shared/caller.ts'

const parts = { timers: systemTimers, log: silentLog }
const limits = { maxAtWork: 2, maxWaiting: 3, maxRunning: 2, stepMs: 20_000 }
const directory = '/usr/share/apertium'
const { signal } = new AbortController()

test('where there is no Apertium there is no translator', async () => {
  expect(await openApertium({ directory: '/nonexistent', ...limits }, parts)).toBeNull()
})

describe.runIf(apertiumHere)('Apertium', () => {
  let translator: OpenedTranslator
  beforeAll(async () => {
    const opened = await openApertium({ directory, ...limits }, parts)
    if (!opened) throw new Error('Apertium has no tested pair')
    translator = opened
  })
  afterAll(() => translator?.close())

  const routeOf = (source: string, target: string) => {
    const route = translator.routes().find((one) => one.source === source && one.target === target)
    if (!route) throw new Error(`no route from ${source} to ${target}`)
    return route
  }
  const translate = (source: string, target: string, text: string) => translator.translate({ route: routeOf(source, target), text, signal })

  test('offers each pair once, by the way that was measured best', () => {
    const pairs = translator.routes().map(({ source, target }) => `${source}-${target}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(routeOf('en', 'es').engine).toMatchObject({ provider: 'apertium', model: 'eng-spa' })
    expect(routeOf('en', 'es').engine.version).toMatch(/^\d/)
  })

  test('translates a sentence', async () => {
    const translation = await translate('en', 'es', 'The committee published its report.')
    expect(translation).toEqual({ text: 'El comité publicó su informe.', words: 5, unknownWords: 0 })
  })

  test('keeps line breaks, lists, addresses, code, tags and placeholders', async () => {
    const text =
      '# The house\n\n- Hello {{name}}, see https://example.com/a?b=1.\r\n- Run `npm ci` in <b>the garden</b>.\n\n```\nthe house\n```\n\tThe end'
    const { text: translated } = await translate('en', 'es', text)
    for (const kept of [
      '# ',
      '\n\n- ',
      '{{name}}',
      'https://example.com/a?b=1',
      '\r\n- ',
      '`npm ci`',
      '<b>',
      '</b>.',
      '\n\n```\nthe house\n```\n\t',
    ])
      expect(translated).toContain(kept)
    expect(translated).toContain('La casa')
    expect(translated).not.toContain('garden')
  })

  test('keeps every number', async () => {
    const text = 'In 2019, 1,234.5 km cost $5,200.50 (12 %) on 12/03/2024 at 10:30, and €40m or 7kg.'
    const { text: translated } = await translate('en', 'es', text)
    expect((translated.match(/\d+/g) ?? []).toSorted()).toEqual((text.match(/\d+/g) ?? []).toSorted())
  })

  test('counts unknown words and takes its signs off them', async () => {
    const translation = await translate('en', 'es', 'The zorgblat sleeps in the grunkle.')
    expect(translation.text).toContain('zorgblat')
    expect(translation.text).not.toMatch(/[*#@]/)
    expect(translation.unknownWords).toBe(2)
    expect(coverageOf(translation)).toBeCloseTo(4 / 6)
  })

  test('knows few words of a text in another language', async () => {
    expect(coverageOf(await translate('en', 'es', 'Der Ausschuss hat seinen Bericht veröffentlicht.'))).toBeLessThan(0.5)
  })

  test('goes by way of another language where it was tested', async () => {
    const [middle] = routeOf('en', 'it').path.slice(1, -1)
    expect(middle).toBe('es')
    expect((await translate('en', 'it', 'The house is red.')).text).toBe('La casa è rossa.')
  })

  test('takes signs that mean something in its stream as they are', async () => {
    const text = 'The sign ^house/casa<n>$ [e0] [m0] {x} \\ ~ * # @ is odd.\0The house is red.'
    const { text: translated } = await translate('en', 'es', text)
    for (const kept of ['^', '$ [', '{x}', '\\ ~ * # @']) expect(translated).toContain(kept)
    expect(translated).toContain('\0La casa es roja.')
  })

  test('never mixes up the texts of many callers', async () => {
    const words = ['house', 'river', 'bridge', 'doctor', 'train', 'garden', 'museum', 'law']
    const expected = ['casa', 'río', 'puente', 'doctor', 'tren', 'jardín', 'museo', 'ley']
    const texts = Array.from({ length: 48 }, (_, index) => `I saw the ${words[index % 8]} ${index}.`)
    const results = await Promise.all(texts.map((text) => translate('en', 'es', text)))
    for (const [index, { text }] of results.entries()) {
      expect(text).toContain(`${index}`)
      expect(text).toContain(expected[index % 8])
    }
  })

  test('translates the largest text, line by line', async () => {
    const text = 'The committee published its report on the price of electricity.\n'.repeat(156)
    const translation = await translate('en', 'es', text)
    expect(translation.text.split('\n')).toHaveLength(157)
    expect(translation.unknownWords).toBe(0)
  })

  test('has places for the calls that work or wait', () => {
    const places = Array.from({ length: 6 }, () => translator.admit(ourselves))
    expect(places.filter((place) => place !== null)).toHaveLength(5)
    for (const place of places) place?.leave()
  })

  test('ends a translation that takes too long, and says so', async () => {
    const hasty = await openApertium({ directory, ...limits, stepMs: 1 }, parts)
    const route = hasty?.routes()[0]
    if (!hasty || !route) throw new Error('no route')
    await expect(hasty.translate({ route, text: 'The house is red. '.repeat(500), signal })).rejects.toMatchObject({
      code: 'engine_failed',
      status: 503,
    })
    await hasty.close()
  })

  test('refuses a call whose caller has gone while it waited', async () => {
    const order = { route: routeOf('en', 'es'), text: 'The house is red. '.repeat(300) }
    const busy = [1, 2].map(() => translator.translate({ ...order, signal }))
    const gone = new AbortController()
    const late = translator.translate({ ...order, signal: gone.signal })
    gone.abort()
    await expect(late).rejects.toMatchObject({ code: 'overloaded' })
    await Promise.all(busy)
  })
})
