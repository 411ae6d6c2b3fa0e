const good =
  /\b(?:good|great|excellent|love|wonderful|happy|fast|friendly|toll|begeistert|schnell|gut|wunderbar|excelente|bueno|bravo|magnifique|bene|ótimo)\b/giu
const bad = /\b(?:bad|poor|terrible|awful|hate|broken|late|slow|rude|schlecht|furchtbar|langsam|malo|terrible|mauvais|pessimo|ruim)\b/giu

/** How good and how bad the words of a sentence are. */
export function judgeSentence({ number, text }: { readonly number: number; readonly text: string }) {
  const [praise, blame] = [text.match(good)?.length ?? 0, text.match(bad)?.length ?? 0]
  const all = praise + blame
  return { number, positive: all === 0 ? 0 : (0.9 * praise) / all, negative: all === 0 ? 0 : (0.9 * blame) / all }
}
