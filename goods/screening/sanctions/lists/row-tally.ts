import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'

/** Rejected rows that are always accepted, and their share from which a document is not the list. */
const alwaysAccepted = 5
const maxShare = 0.01
/** Rejected rows of one list. Beyond it the list can no longer be accepted, so reading stops. */
const maxRejected = 2_000

/** Counts the rows of a document, and those of them that cannot be read. */
export interface RowTally {
  /** Reads a row; null for one that was rejected, because `read` threw UpstreamGarbage. */
  read<Row>(read: () => Row): Row | null
  /** Counts rows that were rejected before they could be read. */
  reject(rows?: number): void
  /** Rows so far, rejected ones included. */
  rows(): number
  /** The number of rejected rows. @throws UpstreamGarbage `wrong_shape` where more than 5 are rejected, and more than 1 % */
  finish(): number
}

/** One odd row is a mistake of the publisher, and says nothing about the others. Many mean that the document is something else. */
export function createRowTally(): RowTally {
  let rows = 0
  let rejected = 0
  const reject = (more = 1) => {
    rows += more
    rejected += more
    if (rejected > maxRejected) throw new UpstreamGarbage('wrong_shape')
  }
  return {
    read(read) {
      try {
        const row = read()
        rows++
        return row
      } catch (error) {
        if (!(error instanceof UpstreamGarbage)) throw error
      }
      reject()
      return null
    },
    reject,
    rows: () => rows,
    finish() {
      if (rejected > alwaysAccepted && rejected > maxShare * rows) throw new UpstreamGarbage('wrong_shape')
      return rejected
    },
  }
}
