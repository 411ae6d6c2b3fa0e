import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * The longest turn of this thread's event loop while something runs, in milliseconds of its processor time: waiting for a processor
 * that others use adds nothing. Many kernels count that time in ticks of four milliseconds.
 * The garbage of earlier tests is collected before.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  collectGarbage()
  let longest = 0
  let before = process.threadCpuUsage()
  let next: NodeJS.Immediate
  const endTurn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
    next = setImmediate(endTurn)
  }
  next = setImmediate(endTurn)
  try {
    await run()
  } finally {
    clearImmediate(next)
  }
  return longest
}
