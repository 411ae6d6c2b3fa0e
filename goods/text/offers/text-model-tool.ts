import type { TextEngines } from '../models/text-engines.ts'
import type { ModelTool } from '../../../src/goods/kit/language-models.ts'

/** A language model for one text tool. */
export interface TextModelTool extends ModelTool {
  /** The embedded engines; null where they are not there. */
  readonly engines: TextEngines | null
}
