import type { StoredAnswer } from '../../ledger/payments/payment.ts'
import type { ByteAnswers, StreamedAnswer } from '../../offers/byte-answers.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { checkHead, storedHead } from './check-bytes.ts'

/** An answer whose first bytes are there. */
export interface StartedStream {
  readonly head: Omit<StoredAnswer, 'body'>
  /** Read once, to its end, or given up with `return`. @throws Problem where it fails, is too long or takes too long */
  readonly chunks: Required<Pick<AsyncIterator<Uint8Array>, 'next' | 'return'>>
}

/**
 * Waits for the first bytes of a streamed answer, so that what fails before them is a problem like any other.
 * @param signal aborts at the deadline of the whole answer
 * @throws Problem
 */
export async function startStream(
  offer: AnyOffer,
  { maxBytes }: ByteAnswers,
  made: StreamedAnswer,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: () => void },
): Promise<StartedStream> {
  const wrong = checkHead(offer, made)
  const source = made.chunks[Symbol.asyncIterator]()
  if (wrong !== null) {
    giveUp(source)
    throw misfit(offer, wrong)
  }
  const first = await source.next()
  const late = aborted(offer, signal)
  let reached: IteratorResult<Uint8Array> | null = first
  let size = 0
  let isOver = false

  function end(): void {
    if (isOver) return
    isOver = true
    onEnd()
    giveUp(source)
  }

  async function next(): Promise<IteratorResult<Uint8Array>> {
    const result = reached ?? (await Promise.race([source.next(), late]))
    reached = null
    if (result.done === true) {
      end()
      return { done: true, value: undefined }
    }
    size += result.value.byteLength
    if (size > maxBytes) throw misfit(offer, `it is longer than ${maxBytes} bytes`)
    return result
  }

  return {
    head: storedHead(offer, made),
    // Not a generator: one that was never begun could not give its source up.
    chunks: {
      async next() {
        if (isOver) return { done: true, value: undefined }
        return next().catch((error: unknown) => {
          end()
          throw error
        })
      },
      async return() {
        end()
        return { done: true, value: undefined }
      },
    },
  }
}

function aborted({ title }: AnyOffer, signal: AbortSignal): Promise<never> {
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new Problem('deadline_exceeded', `${title} took too long to make its answer.`))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  // Nobody may be waiting for it when it comes.
  late.catch(() => {})
  return late
}

function giveUp(source: AsyncIterator<Uint8Array>): void {
  void Promise.resolve(source.return?.()).catch(() => {})
}

function misfit({ title }: AnyOffer, why: string): Problem {
  return new Problem('upstream_misfit', `The answer of ${title} is not of the form that its description promises: ${why}.`)
}
