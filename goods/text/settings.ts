import { format, setting } from '../../src/goods/door.ts'
import type { SettingValues } from '../../src/goods/kit/parts.ts'
import { toolSettings } from '../../src/goods/kit/tools.ts'

/** The text tools and the workers that run their models, see goods/text/README.md. */
export const textSettings = {
  factCheckPrice: setting(
    'FACT_CHECK_PRICE',
    'Price of a fact-check in dollars, such as 0.01; 0 makes it free, within fair use and in a queue of its own.',
    { default: '0', parse: format.decimal(6, '1') },
  ),
  ...toolSettings,
  textFreeQueue: setting('TEXT_FREE_QUEUE', 'Free calls that may wait for a text worker. Others get 503.', {
    default: '20',
    parse: format.integer(0, 1_000),
  }),
  apertiumDir: setting('APERTIUM_DIR', 'Where the data of Apertium is, which translates; without it no translation is sold.', {
    default: '/usr/share/apertium',
  }),
  translationPipelines: setting(
    'TRANSLATION_PIPELINES',
    'Language pairs that Apertium keeps loaded, with 50 to 320 MB each. Two of them work at once.',
    { default: '4', parse: format.integer(2, 40) },
  ),
}

/** Their values. */
export type TextSettings = SettingValues<typeof textSettings>
