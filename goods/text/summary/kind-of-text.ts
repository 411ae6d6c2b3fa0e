import { contribution } from './sentence-features.ts'

/** What a text is, as far as it decides which of its sentences matter. */
export type KindOfText = 'research' | 'figures' | 'talk' | 'story' | 'article'

const speaker = /^\s*(?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’()-]*){0,4}|[A-Z ]{3,30})\s?:\s/
const greeting =
  /\b(?:good (?:morning|afternoon|evening)|ladies and gentlemen|thank you(?: all)?(?: very much)? for (?:joining|coming|being)|welcome (?:to|everyone)|operator instructions|conference call|next question|let'?s (?:start|begin|move on)|any (?:other )?questions)\b/i
const business =
  /\b(?:revenues?|earnings|ebitda|margins?|quarter(?:ly)?|fiscal|guidance|net (?:income|sales|loss)|sales (?:were|of|grew|rose|increased|fell)|per share|cash flow|year[- ]over[- ]year|dividend|shareholders?)\b/i
const figure = /[$€£¥]\s?\d|\d[\d.,]*\s?(?:%|percent|per cent|million|billion|mln|bln|basis points)/i
const quoted = /[“"«„][^“”"«»„]{2,}|^\s*[—–-]\s?\p{Lu}/u
const persons = /\b(?:he|she|him|her|his|hers|i|me|my)\b/gi

/** One sentence of an abstract says what its authors did; in a long text that is no research it may be anybody. */
const minContribution = 0.03

const shareOf = (sentences: readonly string[], test: (sentence: string) => boolean) =>
  sentences.filter(test).length / Math.max(1, sentences.length)

/** Research says what its authors did; a call or a report tells figures; a talk has speakers; a story has persons who speak. */
export function kindOfText(sentences: readonly string[]): KindOfText {
  if (shareOf(sentences, (sentence) => business.test(sentence)) >= 0.25 && shareOf(sentences, (sentence) => figure.test(sentence)) >= 0.08)
    return 'figures'
  if (shareOf(sentences, (sentence) => speaker.test(sentence)) >= 0.2 || sentences.slice(0, 4).some((sentence) => greeting.test(sentence)))
    return 'talk'
  if (shareOf(sentences, (sentence) => contribution.test(sentence)) >= minContribution) return 'research'
  if (isStory(sentences)) return 'story'
  return 'article'
}

function isStory(sentences: readonly string[]): boolean {
  if (sentences.length < 8) return false
  const words = sentences.reduce((sum, sentence) => sum + (sentence.match(/[\p{L}]+/gu)?.length ?? 0), 0)
  const named = sentences.reduce((sum, sentence) => sum + (sentence.match(persons)?.length ?? 0), 0)
  const numbers = shareOf(sentences, (sentence) => /\d/.test(sentence))
  return (
    named / Math.max(1, words) >= 0.045 &&
    numbers < 0.12 &&
    (shareOf(sentences, (sentence) => quoted.test(sentence)) >= 0.12 || named / words >= 0.08)
  )
}

/** What a sentence of figures is worth: amounts, compared and of the whole firm, and what is expected. */
export function weightOfFigures(sentence: string): number {
  if (!figure.test(sentence)) return 0
  const isKey =
    /\b(?:per share|eps|total (?:revenue|sales)|net (?:sales|income|loss)|revenues?|sales|guidance|full[- ]year|fiscal (?:year )?20\d\d|outlook|ebitda)\b/i.test(
      sentence,
    )
  const isCompared =
    /\b(?:increase[ds]?|decrease[ds]?|rose|grew|fell|up|down|compared|versus|from .* to|growth|declin\w+|expect\w*|anticipat\w+|rais\w+|reaffirm\w*)\b/i.test(
      sentence,
    )
  return 1 + (isKey ? 1.5 : 0) + (isCompared ? 0.5 : 0)
}

/** Words of courtesy and of order, which open and close what people say. */
export function isCourtesy(sentence: string): boolean {
  return (
    greeting.test(sentence) ||
    /^(?:\s*\S+(?: \S+){0,4}:)?\s*(?:thanks?|thank you|okay|ok|yeah|yes|no|right|sure|great|hello|hi|mm|um|uh|so|well)\b[^.]{0,40}[.!?]?\s*$/i.test(
      sentence,
    )
  )
}
