import type { Context } from 'hono'
import type { DeskCall } from '../calls/desk-call.ts'
import { admitCall } from '../calls/run-call.ts'
import type { Operator } from '../door/operator.ts'
import { deskHeaders } from '../headers.ts'

export function wantsCsv(context: Context): boolean {
  return context.req.query('format') === 'csv' || /^text\/csv\b/i.test(context.req.header('accept') ?? '')
}

/** A list as CSV, sent while it is read; null where the call is not allowed or fails before its first row, as its other form says better. */
export async function csvAnswer(call: DeskCall, given: unknown, operator: Operator): Promise<Response | null> {
  const { id, csv } = call
  const admitted = admitCall(call, given, operator)
  if (csv === undefined || admitted.kind !== 'input') return null
  const parts = csv(admitted.input as never)[Symbol.asyncIterator]()
  const first = await parts.next().catch(() => null)
  if (first === null) return null
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(first.done === true ? '' : first.value)),
    async pull(controller) {
      const next = await parts.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: async () => void (await parts.return?.()),
  })
  return new Response(body, {
    headers: { ...deskHeaders, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${id}.csv"` },
  })
}
