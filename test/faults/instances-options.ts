import type { SupervisedService } from './supervised-service.ts'

export interface InstancesOptions {
  readonly instances: number
  readonly seconds: number
  readonly payers: number
  readonly seed: number
  /** One instance is killed each time so many seconds have passed; 0: none. */
  readonly killEvery: number
  /** How PostgreSQL ends in the middle of the run. */
  readonly postgresEnds: 'crash' | 'fast' | 'none'
  /** Instead of kills: all instances are restarted in order, one after the other, over and over. */
  readonly rolling: boolean
  /** Told what is being done. */
  readonly tell: (text: string) => void
}

export interface Instance extends SupervisedService {
  readonly name: string
}
