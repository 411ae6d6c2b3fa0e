/** The moments of a payment. The last three are only those of one that is settled first. */
export const failPointNames = [
  'claimed',
  'worked',
  'served',
  'stored',
  'sent',
  'mined',
  'settled',
  'ordered',
  'credited',
  'running',
] as const

export type FailPointName = (typeof failPointNames)[number]

/** A named moment of a payment at which a test or the simulator may stop the process. In production it does nothing. */
export type FailPoint = (name: FailPointName) => void

export const noFailPoint: FailPoint = () => {}
