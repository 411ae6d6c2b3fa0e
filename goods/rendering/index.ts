import { goods } from '../../src/goods/door.ts'
import { examineBrowser } from './examine-browser.ts'
import { pdfGenerate } from './offers/pdf.ts'
import { screenshot } from './offers/screenshot.ts'
import { openRendering } from './open-rendering.ts'
import { renderingSettings } from './settings.ts'

/** Pages of outsiders as pictures and documents, by a locked-down browser. */
export const rendering = goods({
  name: 'rendering',
  packages: ['markdown-it', '@sparticuz/chromium', '@embedpdf/fonts-*', '@fontsource/*'],
  settings: renderingSettings,
  examinations: [
    { name: 'browser', limitMs: 90_000, whenLate: 'give this machine more memory or processors, or set BROWSER=off', run: examineBrowser },
  ],
  async open({ settings, simulated, described, ...parts }) {
    const renderer = described ? null : await openRendering(settings, parts)
    return {
      offers: [screenshot(renderer, { simulated }), pdfGenerate(renderer, { simulated })],
      trials: renderer ? [renderer.trial] : [],
      close: () => renderer?.close(),
    }
  },
})
