import { serveThread } from '../../../src/goods/kit/worker-side.ts'
import { drawCode } from './draw-code.ts'

/** A thread that draws codes for `code-drawer.ts`. */
serveThread(drawCode)
