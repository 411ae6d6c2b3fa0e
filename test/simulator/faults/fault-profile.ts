import type { FailPointName } from '../../../src/shared/fail-point.ts'

/** What goes wrong at this moment. Fault plans change it; nodes, stores and processes read it whenever they act. */
export interface FaultProfile {
  /** Longest delay of a request or an answer between a process and a node, in milliseconds. */
  rpcDelayMs: number
  /** Shares of requests that never reach the node, and of answers that never come back. */
  rpcRequestLost: number
  rpcAnswerLost: number
  /** Networks whose nodes do not answer. */
  readonly rpcDown: Set<string>
  /** How many blocks a node may be behind. */
  nodesBehind: number
  /** Longest delay to the database and back, in milliseconds. */
  storeDelayMs: number
  /** Time between commits, in milliseconds. Units that arrive in between share a commit. */
  commitIntervalMs: number
  /** Share of units that the engine does not write. */
  storeFails: number
  /** Share of units during which the engine fails, with half of the unit done. */
  storeFailsMidway: number
  /** Share of commits whose confirmation is lost; only a database on another machine has these. */
  storeAckLost: number
  /** Share of statements to a shared database whose connection breaks before the answer; the statement is done or not. */
  storeAnswersLost: number
  /** Share of statements to a shared database that lose a race. */
  storeRaces: number
  /** By name of unit or query: share of its answers after which the instance freezes for a long time. */
  readonly freezeRates: Map<string, number>
  /** By fail point: chance of a power loss there. */
  readonly powerLoss: Map<FailPointName, number>
  /** Chance of a power loss just after a node has accepted a transaction and before its answer arrives. */
  powerLossOnSend: number
  /** Shares of the runs of an offer. */
  runFails: number
  runUncharged: number
  runHangs: number
  /** Clock error of the process of a single instance. */
  readonly skew: { ms: number }
}

export function noFaults(): FaultProfile {
  return {
    rpcDelayMs: 5,
    rpcRequestLost: 0,
    rpcAnswerLost: 0,
    rpcDown: new Set(),
    nodesBehind: 0,
    storeDelayMs: 0,
    commitIntervalMs: 0,
    storeFails: 0,
    storeFailsMidway: 0,
    storeAckLost: 0,
    storeAnswersLost: 0,
    storeRaces: 0,
    freezeRates: new Map(),
    powerLoss: new Map(),
    powerLossOnSend: 0,
    runFails: 0,
    runUncharged: 0,
    runHangs: 0,
    skew: { ms: 0 },
  }
}

/** Ends all faults, so that every payment can reach its end state. */
export function clearFaults(faultProfile: FaultProfile): void {
  const { rpcDown, freezeRates, powerLoss, skew } = faultProfile
  rpcDown.clear()
  freezeRates.clear()
  powerLoss.clear()
  Object.assign(faultProfile, { ...noFaults(), rpcDown, freezeRates, powerLoss, skew })
}
