import type { SupervisedService } from './supervised-service.ts'

export interface InstancesOptions {
  readonly instances: number
  readonly seconds: number
  readonly payers: number
  readonly seed: number
  /** One instance is killed every this many seconds; 0: none. */
  readonly killEvery: number
  /** How PostgreSQL ends in the middle of the run. */
  readonly postgresEnds: 'crash' | 'fast' | 'none'
  /** Instead of kills: all instances are restarted in an orderly way, one after the other, repeatedly. */
  readonly rolling: boolean
  /** Receives progress messages. */
  readonly report: (text: string) => void
}

export interface Instance extends SupervisedService {
  readonly name: string
}
