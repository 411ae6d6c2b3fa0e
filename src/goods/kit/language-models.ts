/** How a language model is asked for the tools of a line, and sold. */
export { answerByModel } from '../../llm/answer-by-model.ts'
export { answerSchemaOf } from '../../llm/answer-schema.ts'
export { beginSecondOpinion } from '../../llm/begin-second-opinion.ts'
export { readReply } from '../../llm/checks/read-reply.ts'
export { refuseLeaks } from '../../llm/checks/refuse-leaks.ts'
export { ModelFailure } from '../../llm/model-failure.ts'
export type { ModelTask } from '../../llm/model-task.ts'
export {
  embeddedEngine,
  fallbackMember,
  modelRequest,
  modelTerms,
  required,
  tokenCounts,
  warningsAbout,
  type ModelTool,
} from '../../llm/model-tool.ts'
export { shortestPrompt } from '../../llm/price-check.ts'
export { costObjection } from '../../llm/run-task.ts'
