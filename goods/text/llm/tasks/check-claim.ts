import { z } from '../../../../src/goods/door.ts'
import { answerSchemaOf, type ModelTask, readReply } from '../../../../src/goods/kit/language-models.ts'
import type { CheckClaimInput } from '../../fact-check/fact-check.ts'
import { checkVerdict, verdictReply, verdictRules, type CheckedVerdict } from './verdict-reply.ts'

const reply = z.strictObject(verdictReply)

/** Whether one source supports a claim. */
export const checkClaimTask: ModelTask<CheckClaimInput, CheckedVerdict> = {
  instructions: {
    task: `You check a claim against a source. The data has both.\n${verdictRules}`,
    schema: answerSchemaOf(reply),
    maxOutputTokens: 900,
  },
  data: ({ claim, source }) => ({ claim, source }),
  longestText: ({ claim, source }) =>
    source.length >= claim.length ? { text: source, field: 'body.source' } : { text: claim, field: 'body.claim' },
  read: (value, { claim, source }) => checkVerdict(readReply(reply, value), claim, source),
}
