/** Units of work on a database, for lines whose tables came with the migrations of the service. */
export { lostRace, StoreFailed } from '../../store/store.ts'
export type { Cell, Query, Row, SqliteTransaction, Unit } from '../../store/store.ts'
export type { LineStore } from '../goods.ts'
