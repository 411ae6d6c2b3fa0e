/** Words that are frequent in Galician and rare in Portuguese and Spanish. */
const words =
  /(?<![\p{L}\p{M}])(?:unha|unhas|dunha|nunha|algunha|ningunha|tamén|xa|moi|moito|moita|moitos|moitas|máis|dixo|hoxe|onte|entón|coa|coas|non|cando|miña|miñas|dous|dúas|despois|xente|sexa|súa|súas|haxa)(?![\p{L}\p{M}])/giu

/** Of these words a Galician text has at least so many, and at least so large a share. */
const minWords = 2
const minShare = 0.06

/** Whether a text that looks Portuguese or Spanish is Galician, which the detector does not know. */
export function looksGalician(text: string): boolean {
  const found = text.match(words)?.length ?? 0
  if (found < minWords) return false
  const all = text.match(/\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0
  return found >= minShare * all
}
