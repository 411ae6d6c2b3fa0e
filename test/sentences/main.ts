import { globSync, readFileSync } from 'node:fs'
import { sentencesIn } from './sentences-in.ts'

/** `npm run sentences`: every text that callers read, with its place, to be read aloud from top to bottom. */
const folders = [
  'surfaces',
  'gate',
  'payments',
  'offers',
  'products',
  'addresses',
  'engines',
  'sources',
  'chain',
  'settler',
  'ledger',
  'shared',
]
/** Files whose texts are data, or are read by operators only. */
const leftOut = /\.(?:test|fixture|contract|slow\.test)\.ts$|\/(?:store|policy\/source-terms)\//

let count = 0
for (const folder of folders) {
  for (const path of globSync(`src/${folder}/**/*.ts`).toSorted()) {
    if (leftOut.test(path)) continue
    for (const { line, text } of sentencesIn(path, readFileSync(path, 'utf8'))) {
      count += 1
      console.log(`${path}:${line}\t${text.replaceAll(/\s+/g, ' ').trim()}`)
    }
  }
}
console.log(`${count} texts`)
