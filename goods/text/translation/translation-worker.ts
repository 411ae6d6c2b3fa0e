import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog, serveJobs } from '../../../src/goods/kit/worker-side.ts'
import { type Timers } from '../../../src/goods/kit/parts.ts'
import { openApertium, type OpenApertiumSettings } from './open-apertium.ts'
import type { OpenedTranslator, Translation } from './translator.ts'

/** A text, and the languages on its way. */
export interface TranslateInput {
  readonly path: readonly string[]
  readonly text: string
}

const timers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  soon(run) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
}

async function open(): Promise<OpenedTranslator> {
  const settings = JSON.parse(process.argv[2] ?? '{}') as OpenApertiumSettings
  const translator = await openApertium(settings, { timers, log: silentLog })
  if (!translator) throw new Error('Apertium is gone')
  return translator
}

/** The service kills this process when it wants an end. */
const { signal } = new AbortController()

await serveJobs(
  {
    translate({ path, text }: TranslateInput, translator: OpenedTranslator): Promise<Translation> {
      const way = path.join('-')
      const route = translator.routes().find((one) => one.path.join('-') === way)
      if (!route) throw new Error('the route is gone')
      return translator.translate({ route, text, signal })
    },
  },
  open,
)
