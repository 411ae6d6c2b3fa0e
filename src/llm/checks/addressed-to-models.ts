/**
 * Phrases that address a language model rather than a reader, in six languages, and the frames of chat formats. They are named in
 * warnings and change nothing else, so it matters little that other wordings get past them. Each pattern takes linear time.
 */
const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s{1,3}(?:\w{1,12}\s{1,3}){0,4}(?:instructions?|prompts?|rules?|directives?|guidelines?)\b/iu,
  /\b(?:reveal|print|repeat|show|output|translate)\s{1,3}(?:\w{1,12}\s{1,3}){0,3}(?:system|initial|hidden|original)\s{1,3}(?:prompt|instructions?|message)\b/iu,
  /\b(?:you are now|act as|pretend to be|from now on,? you)\b/iu,
  /\b(?:new|updated|real|further)\s{1,3}(?:system\s{1,3})?instructions?\s{0,3}:/iu,
  /\b(?:as an ai|ai assistant|language model|chatgpt|developer mode)\b[^.\n]{0,60}\b(?:must|should|answer|respond|reply|return|output)\b/iu,
  /\b(?:set|mark|change)\s{1,3}(?:the\s{1,3}|your\s{1,3})?(?:verdict|confidence|label|answer)\s{1,3}(?:to|as)\b/iu,
  /\b(?:return|answer|output|respond|reply)\s{1,3}(?:(?:with|only|just|the|verdict)\s{1,3}){0,3}["'`]?(?:supported|contradicted)\b/iu,
  /\b(?:ignoriere|missachte|vergiss)\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:anweisung(?:en)?|vorgaben?|regeln?|instruktionen)\b/iu,
  /\b(?:ignora|ignore|olvida|desestima)\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:instrucciones|órdenes|reglas|indicaciones)\b/iu,
  /(?:^|\P{L})(?:ignorez?|oubliez?|oublie)\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:instructions?|consignes?|règles?)\b/iu,
  /\b(?:ignora|dimentica)\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:istruzioni|regole|indicazioni)\b/iu,
  /\b(?:ignore|esqueça|desconsidere)\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:instruções|regras|orientações)/iu,
  /忽略[^。\n]{0,20}(?:指令|指示|说明)|(?:指示|命令)[^。\n]{0,10}無視|игнорируй(?:те)?\s{1,3}(?:\p{L}{1,14}\s{1,3}){0,4}(?:инструкции|указания|правила)/iu,
  /<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[\/?INST\]|<<\/?SYS>>|^\s{0,3}(?:#{1,4}\s{0,2})?(?:system|assistant)\s{0,2}:/imu,
]

/** Whether one of the texts contains text that addresses a language model. */
export function isAddressedToModels(texts: readonly string[]): boolean {
  // Invisible characters are put between letters to hide such phrases.
  return texts.map(withoutInvisible).some((text) => phrases.some((phrase) => phrase.test(text)))
}

export const addressedWarning = 'A text contains words that address a language model. They were treated as data.'

function withoutInvisible(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu, '')
}
