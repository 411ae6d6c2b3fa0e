/**
 * A named moment of a payment at which a test or the simulator may stop the process.
 * In production it does nothing. Names: `claimed`, `worked`, `served`, `stored`, `sent`, `mined`, `settled`; where a payment is
 * settled first, also `ordered`, `credited` and `running`.
 */
export type FailPoint = (name: FailPointName) => void

export type FailPointName = 'claimed' | 'worked' | 'served' | 'stored' | 'sent' | 'mined' | 'settled' | 'ordered' | 'credited' | 'running'

export const noFailPoint: FailPoint = () => {}
