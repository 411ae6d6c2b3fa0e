import type { Instances } from './instance-count.ts'
import { run } from './run.ts'

/** Runs the seeds that the parent process sends, one after the other. */
process.on('message', ({ seed, instances }: { seed: number; instances: Instances }) => {
  void run(seed, { scenario: false, instances }).then(
    ({ seed: played, violations, figures }) => process.send?.({ seed: played, violations, figures }),
    (error: unknown) => {
      console.error(`seed ${seed}:`, error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
