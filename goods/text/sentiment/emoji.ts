import type { SentimentScores } from './sentiment.ts'

/** What emoji say in every language, from -2 to 2. Those that say both, such as tears of laughter, weigh little. */
const felt: readonly (readonly [number, string])[] = [
  [2, '😍🥰😘🤩❤🧡💛💚💙💜🤎🖤💖💗💓💞💕💘💝💟❣😻🏆🥇💯'],
  [1.5, '😀😃😄😁😊☺🙂😇🤗👍👏🙌💪🎉🎊🥳✨🌟⭐😎🤤😋💐🌹🌸🌈🙏✅👌🤝👑🔥💎🎁😺😸😽🍀☀🌞🕺💃🤟✌😌'],
  [0.5, '😂🤣😆😉😏😜😝😛🤪🙈🎶🎵💫⚡🚀😹🤭🥲'],
  [-0.5, '😅😬🤔😐😑😶🤨🙃😴🥱😳🤷😰😨😧😮😯🙄😪🤫🥺'],
  [-1.5, '🙁☹😕😟😞😔😣😖😫😩😢😭😥😓😒😠😤🤦💔😷🤒🤕🤢😿😾🙅❌⛔🚫⚠📉🗑🐌💸😵🥀👿'],
  [-2, '😡🤬👎🤮💩🖕😱☠💀⚰🧟😈👹'],
]
const values = new Map(felt.flatMap(([value, all]) => [...all].map((one) => [one, value] as const)))

/** A hand or a face in another colour is the same one, and so is a sign drawn as text. */
const modifiers = /[\u{1F3FB}-\u{1F3FF}]|\u{FE0E}|\u{FE0F}/gu
const pictures = /\p{Extended_Pictographic}/gu
const wordOrNumber = /[\p{L}\p{N}]/u

/** How far a text's emoji move a judgement of its words, in units of a logit. */
const weightOfEmoji = 1.6
/** Repetitions of one emoji that make it count more. Further ones change nothing. */
const maxRepeats = 3

/** The mean of a text's emoji that say something, louder where they are repeated; null where there are none. */
function emojiOf(text: string): number | null {
  const found = [...text.replaceAll(modifiers, '').matchAll(pictures)].flatMap(([picture]) => values.get(picture) ?? [])
  if (found.length === 0) return null
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length
  return mean * (1 + 0.2 * (Math.min(maxRepeats, found.length) - 1))
}

/** The text without pictures, for a model that knows none of them. */
export function withoutEmoji(text: string): string {
  return text.replaceAll(modifiers, '').replaceAll(pictures, ' ').replaceAll(/ {2,}/g, ' ')
}

/** Scores of a text's words, moved by its emoji; of emoji alone where there are no words. */
export function withEmoji(text: string, scores: SentimentScores): SentimentScores {
  const value = emojiOf(text)
  if (value === null) return scores
  const words = wordOrNumber.test(text) ? scores : { positive: 0.2, neutral: 0.6, negative: 0.2 }
  const shift = weightOfEmoji * value
  const [positive, neutral, negative] = [
    words.positive * Math.exp(0.7 * shift),
    words.neutral * Math.exp(-Math.abs(shift) / 2),
    words.negative * Math.exp(-0.7 * shift),
  ]
  const sum = positive + neutral + negative
  return { positive: positive / sum, neutral: neutral / sum, negative: negative / sum }
}
