import type { Config } from '../config/config.ts'
import { loadGoods, type LineOfFile, type LoadedGoods } from '../service/goods/load-goods.ts'

/** The lines that GOODS names, and the settings with the secrets of those lines among those that the log redacts. @throws ConfigError, GoodsRefused */
export async function readGoods(config: Config, lineOfFile: LineOfFile): Promise<{ readonly config: Config; readonly goods: LoadedGoods }> {
  const goods = await loadGoods(config, lineOfFile)
  return { goods, config: { ...config, secrets: [...config.secrets, ...goods.secrets] } }
}
