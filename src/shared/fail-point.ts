/**
 * A named moment of a payment at which a test or the simulator may stop the process.
 * In production it does nothing. Names: `claimed`, `worked`, `served`, `stored`, `sent`, `mined`, `settled`.
 */
export type FailPoint = (name: FailPointName) => void

export type FailPointName = 'claimed' | 'worked' | 'served' | 'stored' | 'sent' | 'mined' | 'settled'

export const noFailPoint: FailPoint = () => {}
