import type { Encoders } from '../../goods/text/models/encoder.ts'
import { loadEncoders, readModels } from '../../goods/text/models/load-encoders.ts'
import { modelDirectory } from '../../goods/text/models/model-directory.ts'

let opened: Promise<Encoders> | null = null

/** The encoders that the service runs, for all evaluations of one run. */
export function openEncoders(): Promise<Encoders> {
  opened ??= readModels(modelDirectory).then(loadEncoders)
  return opened
}
