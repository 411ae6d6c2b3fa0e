/**
 * One unit holds the event loop, so what may be long is done in several. Repeats a unit of at most `size` rows until
 * `limit` rows are done or one comes back short; gives how many were done.
 */
export async function inSlices(limit: number, size: number, run: (part: number) => Promise<number>): Promise<number> {
  let done = 0
  while (done < limit) {
    const part = Math.min(size, limit - done)
    const gone = await run(part)
    done += gone
    if (gone < part) break
  }
  return done
}

/** A list in parts of at most `size`. */
export function slices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}
