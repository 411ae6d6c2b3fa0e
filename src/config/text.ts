import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** The text tools and the workers that run their models, see docs/text-engines.md. */
export const textSettings = {
  textTools: {
    name: 'TEXT_TOOLS',
    what: '`off` sells no text tools, and starts no worker for them.',
    default: 'on',
    parse: format.oneOf('on', 'off'),
  },
  textWorkers: {
    name: 'TEXT_WORKERS',
    what: 'Processes that work on texts; otherwise one less than the machine has cores, and one at least.',
    parse: format.integer(1, 64),
  },
  textQueue: {
    name: 'TEXT_QUEUE',
    what: 'Paid calls that may wait for a text worker. Others get 503 before their payment is claimed.',
    default: '100',
    parse: format.integer(0, 1_000),
  },
  textFreeQueue: {
    name: 'TEXT_FREE_QUEUE',
    what: 'Free calls that may wait for a text worker. Others get 503.',
    default: '20',
    parse: format.integer(0, 1_000),
  },
  apertiumDir: {
    name: 'APERTIUM_DIR',
    what: 'Where the data of Apertium is, which translates; without it no translation is sold.',
    default: '/usr/share/apertium',
    parse: format.text,
  },
  translationPipelines: {
    name: 'TRANSLATION_PIPELINES',
    what: 'Language pairs that Apertium keeps loaded, with 50 to 320 MB each. Two of them work at once.',
    default: '4',
    parse: format.integer(2, 40),
  },
  textJobSeconds: {
    name: 'TEXT_JOB_SECONDS',
    what: 'How long a worker may work on one call.',
    default: '20',
    parse: format.integer(1, 120),
  },
  textMemoryMb: {
    name: 'TEXT_MEMORY_MB',
    what: 'Memory that a text worker may keep after a call; then it is replaced. Its JavaScript heap may have a third of it.',
    default: '700',
    parse: format.integer(400, 16_384),
  },
} as const satisfies Record<string, Setting<unknown>>
