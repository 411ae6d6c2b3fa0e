/**
 * One unit holds the event loop, so long work is done in several. Repeats a unit of at most `size` rows until `limit` rows are done
 * or a unit finds fewer; gives how many rows were done.
 */
export async function inSlices(limit: number, size: number, run: (part: number) => Promise<number>): Promise<number> {
  let done = 0
  while (done < limit) {
    const part = Math.min(size, limit - done)
    const rows = await run(part)
    done += rows
    if (rows < part) break
  }
  return done
}

/** A list in parts of at most `size`. */
export function slices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}
