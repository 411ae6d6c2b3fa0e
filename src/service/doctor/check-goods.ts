import { ConfigError, type Config } from '../../config/config.ts'
import { findingsOf, type Finding } from '../../operate/doctor/finding.ts'
import { builtInLines } from '../goods/built-in-lines.ts'
import { GoodsRefused, loadGoods, noGoods, type LoadedGoods } from '../goods/load-goods.ts'

const goods = findingsOf('goods')

/** What GOODS names, and what is wrong with it. A line that can't be loaded is left out. */
export async function checkGoods(
  config: Pick<Config, 'goods' | 'mode'>,
): Promise<{ readonly loaded: LoadedGoods; readonly findings: readonly Finding[] }> {
  try {
    const loaded = await loadGoods(config)
    return { loaded, findings: [goods.ok(inWords(loaded))] }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof GoodsRefused)) throw error
    const faults = error instanceof ConfigError ? error.errors : [error.message]
    const findings = faults.map((fault) =>
      goods.fault(fault, 'correct GOODS, or the file that it names: until then the service does not start', 'GOODS'),
    )
    return { loaded: noGoods, findings }
  }
}

function inWords({ builtIn, lines }: LoadedGoods): string {
  const own = lines.map(({ line, from }) => `${line.name} (${from})`)
  const all = builtIn.size === builtInLines.length ? ['every line that comes with the service'] : [...builtIn]
  return `sold: ${[...all, ...own].join(', ')}`
}
