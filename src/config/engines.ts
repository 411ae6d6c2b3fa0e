import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** What computes answers on this machine: the browser, the workers of texts, code and translations, and the language model. */
export const engineSettings = {
  engineTrials: {
    name: 'ENGINE_TRIALS',
    what: 'When each engine does its trial, before anything of it is sold: with the `start` of the service, in the background, or with the first `call`, which waits for it.',
    default: 'start',
    parse: format.oneOf('start', 'call'),
  },
  engineIdleSeconds: {
    name: 'ENGINE_IDLE_SECONDS',
    what: 'A browser or worker that has had nothing to do for so long ends, and its memory is free; the next call starts another one.',
    default: '60',
    parse: format.integer(1, 86_400),
  },
} as const satisfies Record<string, Setting<unknown>>
