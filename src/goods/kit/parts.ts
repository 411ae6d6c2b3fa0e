/** What a line is handed when it is opened or examined, for its own files. */
export { findingsOf, type Finding } from '../finding.ts'
export { examineEngine } from '../examine-engine.ts'
export type { ExaminationParts, GoodsJob as LineJob, GoodsParts as LineParts, SettingValues } from '../goods.ts'
export type { Availability, Needs } from '../../offers/needs.ts'
export type { OfferContext, OfferDeclaration } from '../../offers/offer.ts'
export type { Cancel, Clock, Timers } from '../../shared/clock.ts'
export type { Log, LogFields } from '../../shared/log.ts'
export { silentMetrics, type Metrics } from '../../shared/metrics.ts'
