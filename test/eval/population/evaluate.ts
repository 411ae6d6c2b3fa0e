import { untilDataIsLoaded } from '../../e2e/until-data-is-loaded.ts'
import { startTestService, youngChains } from '../../start-test-service.ts'
import { figuresTable, markdownTable, readPopulation, verdictHeads, verdictsOf } from './read-population.ts'

/** Prints what every scored offer says about every inhabitant of a fresh sandbox. */
export async function evaluatePopulation(): Promise<void> {
  const service = await startTestService({ ownSandbox: youngChains, env: { FREE_QUOTA_PER_DAY: '10000' } })
  try {
    const account = await service.payingWallet('100')
    await untilDataIsLoaded(service)
    const all = await readPopulation(service, account)
    console.log(`${markdownTable(verdictHeads, all.map(verdictsOf))}\n\n${figuresTable(all)}`)
  } finally {
    await service.close()
  }
}
