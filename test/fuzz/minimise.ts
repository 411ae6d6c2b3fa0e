/** Limits of the search for a smaller input: number of tries, and milliseconds. */
const maxTries = 3_000
const maxMs = 10_000

/**
 * Finds a small input that still fails, by a short greedy search. It removes items from lists, and pieces from strings named `text`;
 * everything else of an input stays unchanged.
 */
export async function minimise<Input>(input: Input, fails: (candidate: Input) => Promise<boolean>): Promise<Input> {
  const startedAt = performance.now()
  let smallest = input
  for (let tries = 0; ;) {
    let smaller: Input | undefined
    for (const candidate of smallerThan(smallest)) {
      if (++tries > maxTries || performance.now() - startedAt > maxMs) return smallest
      if (!(await fails(candidate as Input))) continue
      smaller = candidate as Input
      break
    }
    if (smaller === undefined) return smallest
    smallest = smaller
  }
}

/** Inputs that are smaller in one place, the greatest reductions first. */
function* smallerThan(value: unknown, name = ''): Generator {
  if (typeof value === 'string') {
    if (name === 'text') yield* shorter(value)
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) yield value.toSpliced(at, 1)
    for (let at = 0; at < value.length; at++) for (const item of smallerThan(value[at])) yield value.with(at, item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, inner] of Object.entries(value)) {
      for (const less of smallerThan(inner, member)) yield { ...value, [member]: less }
    }
  }
}

function* shorter(text: string): Generator<string> {
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size)
  }
}
