import type * as door from './door.ts'
import type { Goods } from './goods.ts'

/** What a file of goods is handed. */
export type Door = typeof door

/** The default export of a file of goods: a line, or a function that makes one from the door. */
export type GoodsModule = Goods | ((door: Door) => Goods)
