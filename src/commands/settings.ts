import { settingsHelp } from '../config/config.ts'
import { settingsOfOwnLines } from '../service/goods/load-goods.ts'
import type { Entrances } from './entrances.ts'

/** `farthing --settings`: every setting, those of the lines that come with the service included. */
export async function settingsCommand(ownLines: Entrances['ownLines']): Promise<number> {
  process.stdout.write(`${settingsHelp(await settingsOfOwnLines(await ownLines()))}\n`)
  return 0
}
