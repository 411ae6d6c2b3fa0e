import type { EngineTrial } from '../workers/trial/engine-trial.ts'
import type { Health } from '../ops/health.ts'

/** Shows which engines work. A service can sell everything that needs none of those that do not. */
export function watchEngines(trials: readonly EngineTrial[], health: Health): void {
  for (const trial of trials) {
    const probe = () => {
      if (trial.standing() === 'failed') throw new Error('the engine does not work')
    }
    // The trials log themselves what is wrong.
    health.register(trial.name, probe, { critical: false, quiet: true })
  }
}
