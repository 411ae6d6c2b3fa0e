import type { Config } from '../../config/config.ts'
import { processEnvironment } from '../../config/process-environment.ts'
import { loadGoods, type LoadedGoods } from '../../service/goods/load-goods.ts'
import type { Entrances } from '../entrances.ts'

/** The lines that GOODS names, and the settings with the secrets of those lines among those that the log redacts. @throws ConfigError, GoodsRefused */
export async function readGoods(
  config: Config,
  { ownLines, lineOfFile }: Pick<Entrances, 'ownLines' | 'lineOfFile'>,
): Promise<{ readonly config: Config; readonly goods: LoadedGoods }> {
  const goods = await loadGoods(config, await ownLines(), processEnvironment(), lineOfFile)
  return { goods, config: { ...config, secrets: [...config.secrets, ...goods.secrets] } }
}
