import type { Encoders } from '../../src/engines/models/encoder.ts'
import { loadEncoders, readModels } from '../../src/engines/models/load-encoders.ts'
import { modelDirectory } from '../../src/engines/models/model-directory.ts'

let opened: Promise<Encoders> | null = null

/** The encoders that the service runs, for all evaluations of one run. */
export function openEncoders(): Promise<Encoders> {
  opened ??= readModels(modelDirectory).then(loadEncoders)
  return opened
}
