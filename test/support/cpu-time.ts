/** Milliseconds of this thread's processor time that a task takes, at best of some runs: other processes don't count. */
export function cpuTimeOf(task: () => unknown, runs = 5): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const before = process.threadCpuUsage()
      task()
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    }),
  )
}
