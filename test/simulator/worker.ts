import type { Instances } from './instances.ts'
import { run } from './run.ts'

/** Plays the seeds that its parent names, one after the other. */
process.on('message', ({ seed, instances }: { seed: number; instances: Instances }) => {
  void run(seed, { story: false, instances }).then(
    ({ seed: played, violations, figures }) => process.send?.({ seed: played, violations, figures }),
    (error: unknown) => {
      console.error(`seed ${seed}:`, error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
