import { measureSizes } from './measure.ts'
import { sizeTables } from './table.ts'

/** `npm run sizes`: bytes and tokens of what models read. The table in `docs/sizes.md` is this output. */
console.log(sizeTables(await measureSizes()))
