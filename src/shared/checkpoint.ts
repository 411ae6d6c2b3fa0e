/**
 * A named moment in the life of a payment at which a test, or the simulator, may stop the machine.
 * In production it does nothing. Names: `claimed`, `worked`, `served`, `stored`, `sent`, `mined`, `settled`.
 */
export type Checkpoint = (name: CheckpointName) => void

export type CheckpointName = 'claimed' | 'worked' | 'served' | 'stored' | 'sent' | 'mined' | 'settled'

export const noCheckpoint: Checkpoint = () => {}
