import type { TextEngines } from '../../engines/models/text-engines.ts'
import type { ModelTool } from '../../llm/model-tool.ts'

/** A language model for one text tool. */
export interface TextModelTool extends ModelTool {
  /** The embedded engines; null where they are not there. */
  readonly engines: TextEngines | null
}
