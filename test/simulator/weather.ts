import type { CheckpointName } from '../../src/shared/checkpoint.ts'

/** What goes wrong at this moment. The world changes it; nodes, stores and machines read it whenever they act. */
export interface Weather {
  /** Longest way of a request or an answer between a process and a node, in milliseconds. */
  rpcDelayMs: number
  /** Of requests that never reach the node, and of answers that never come back. */
  rpcRequestLost: number
  rpcAnswerLost: number
  /** Networks whose nodes do not answer. */
  readonly rpcDown: Set<string>
  /** The node that answers may know up to so many blocks less than another one. */
  nodesBehind: number
  /** Longest way to the database and back, in milliseconds. */
  storeDelayMs: number
  /** How far commits are apart, in milliseconds: what comes in between shares one. */
  storeGathersMs: number
  /** Of units that the engine could not write. */
  storeFails: number
  /** Of units in whose midst the engine fails, with half of the unit done. */
  storeStumbles: number
  /** Of commits whose confirmation is lost on the way; only a database on another machine has these. */
  storeAckLost: number
  /** Of statements to a shared database whose connection breaks before they are answered, done or not. */
  storeAnswersLost: number
  /** Of statements to a shared database that somebody else was faster than. */
  storeRaces: number
  /** Of answers to units and questions of this name those in whose moment the instance stands still, for long. */
  readonly standstill: Map<string, number>
  /** Of passages of a checkpoint at which the power goes. */
  readonly powerLoss: Map<CheckpointName, number>
  /** Of transactions that a node has just taken, its answer still on the way, those at which the power goes. */
  powerLossOnSend: number
  /** Of runs of a product. */
  runFails: number
  runUncharged: number
  runHangs: number
  /** How far the clock of a process that is alone is off. */
  readonly skew: { ms: number }
}

export function fairWeather(): Weather {
  return {
    rpcDelayMs: 5,
    rpcRequestLost: 0,
    rpcAnswerLost: 0,
    rpcDown: new Set(),
    nodesBehind: 0,
    storeDelayMs: 0,
    storeGathersMs: 0,
    storeFails: 0,
    storeStumbles: 0,
    storeAckLost: 0,
    storeAnswersLost: 0,
    storeRaces: 0,
    standstill: new Map(),
    powerLoss: new Map(),
    powerLossOnSend: 0,
    runFails: 0,
    runUncharged: 0,
    runHangs: 0,
    skew: { ms: 0 },
  }
}

/** Nothing goes wrong any more, so that everything can come to its end. */
export function clearUp(weather: Weather): void {
  const { rpcDown, standstill, powerLoss, skew } = weather
  rpcDown.clear()
  standstill.clear()
  powerLoss.clear()
  Object.assign(weather, { ...fairWeather(), rpcDown, standstill, powerLoss, skew })
}
