import { serveThread } from '../../../engines/threads/serve-thread.ts'
import { drawCode } from './draw-code.ts'

/** A thread that draws codes for `code-drawer.ts`. */
serveThread(drawCode)
