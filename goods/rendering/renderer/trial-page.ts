import type { Renderer } from './renderer.ts'

const page = {
  source: { html: '<!doctype html><title>Trial</title><p>A page of the service itself.</p>' },
  paper: { width: 8.27, height: 11.69 },
  margins: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  landscape: false,
  header: null,
  footer: null,
  title: null,
}

/** Prints a page of our own: a browser that does it can be started, loads pages and renders them. @throws where it does not */
export async function printTrialPage(print: Renderer['pdf'], signal: AbortSignal): Promise<void> {
  const { document } = await print(page, signal)
  if (document.pageCount !== 1) throw new Error(`it printed ${document.pageCount} pages instead of one`)
}
