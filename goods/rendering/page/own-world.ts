import { z } from '../../../src/goods/door.ts'
import type { OpenPage } from './open-page.ts'

const world = z.object({ executionContextId: z.int() })
const evaluated = z.object({ result: z.object({ value: z.unknown().optional() }), exceptionDetails: z.unknown().optional() })

/**
 * Evaluates an expression about the document that is shown, in a JavaScript world of its own: what the page has done to its own
 * prototypes has no effect there. Returns null where the document could not answer.
 */
export async function evaluateApart<T>({ session, frameId }: OpenPage, expression: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const { executionContextId } = world.parse(await session.send('Page.createIsolatedWorld', { frameId, worldName: 'farthing' }))
    const answer = evaluated.parse(
      await session.send('Runtime.evaluate', { expression, contextId: executionContextId, returnByValue: true, awaitPromise: true }),
    )
    return schema.safeParse(answer.result.value).data ?? null
  } catch {
    return null
  }
}
