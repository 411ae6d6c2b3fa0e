/** The vocabulary of answers, for lines of goods. */
export { count, foreignText, identifier, statistic } from '../../offers/answer-figures.ts'
export { documentAnswer, documentMembers } from '../../offers/document-answer.ts'
