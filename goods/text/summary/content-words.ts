/** Frequent words of the six languages that say nothing about what a text is about. */
const functionWords = new Set(
  [
    'a an the and or but nor so if then than that this these those there here it its i you he she we they me him her us them my your his our their',
    'is are was were be been being am do does did done have has had having will would can could may might shall should must not no',
    'of in on at by for with from to into onto over under about above below between through during before after as until while because since',
    'which who whom whose what when where why how all any both each few more most other some such only own same too very just also however',
    'said says say every many much even still again today now one two three four five six seven eight nine ten first last next',
    'el la los las un una unos unas y o pero de del al en con por para sin sobre que se su sus lo le les es son fue ha han no como más',
    'le les des du au aux et ou mais dans par pour sur avec sans ce cette ces qui que ne pas est sont était il elle ils elles nous vous son sa ses leur',
    'der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf mit von zu zum zur bei aus nach für ist sind war nicht auch es er sie wir ihr als wie',
    'il lo gli i una uno e ed o ma di del della dei delle da dal in nel nella con su per che si non è sono ha hanno come più',
    'os as um uma uns umas e ou mas do da dos das no na nos nas em com por para sem que se seu sua não é são foi como mais',
  ].flatMap((line) => line.split(' ')),
)

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** All words of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(wordPattern)].map(([word]) => word.toLowerCase())
}

/** Whether a word says something about the subject of a text. */
export function isContentWord(word: string): boolean {
  return word.length > 1 && !functionWords.has(word)
}

/** The content words of a text. An English plural counts as its singular. */
export function contentWordsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter(isContentWord)
    .map((word) => (word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word))
}
