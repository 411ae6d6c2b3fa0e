import { expect, test } from 'vitest'
import { systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { refuseUntranslated } from './check-translation.ts'
import { createStandInTranslator } from './stand-in-translator.ts'

test('the stand-in has pairs, marks each line and says that it is simulated', async () => {
  const translator = createStandInTranslator({ timers: systemTimers, log: silentLog })
  const route = translator.routes().find(({ source, target }) => source === 'en' && target === 'es')
  if (!route) throw new Error('no pair')
  expect(route).toMatchObject({ engine: { provider: 'simulated' }, quality: { chrf: 0 }, path: ['en', 'es'] })
  const text = 'Good morning, {{name}}.\n\nSee https://example.com now.'
  const translation = await translator.translate({ route, text, signal: new AbortController().signal })
  expect(translation.text).toBe('[es] Good morning, {{name}}.\n\n[es] See https://example.com now.')
  expect(translation.words).toBe(4)
  refuseUntranslated(text, translation)
  expect(new Set(translator.routes().map(({ source, target }) => `${source}-${target}`)).size).toBe(translator.routes().length)
  await translator.close()
})
