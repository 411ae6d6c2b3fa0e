/** Languages with a sentiment model. */
export const sentimentLanguages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const
export type SentimentLanguage = (typeof sentimentLanguages)[number]

const words: Readonly<Record<SentimentLanguage, string>> = {
  en: "not no never none nobody nothing neither nor cannot without hardly barely don't doesn't didn't won't wouldn't can't couldn't isn't aren't wasn't weren't shouldn't haven't hasn't hadn't ain't n't dont cant wont isnt didnt doesnt",
  es: 'no nunca jamás jamas nada nadie ni ningún ninguna ninguno ningun sin tampoco apenas',
  fr: "pas jamais rien personne aucun aucune sans ni plus guère n'est n'a n'ai",
  de: 'nicht nie niemals kein keine keinen keinem keiner keines nichts niemand ohne weder noch kaum nich ned net',
  it: "non mai niente nulla nessuno nessuna nessun senza né ne' neanche nemmeno",
  pt: 'não nao nunca jamais nada ninguém ninguem nem nenhum nenhuma sem tampouco n',
}

const negations: Readonly<Record<SentimentLanguage, ReadonlySet<string>>> = {
  en: new Set(words.en.split(' ')),
  es: new Set(words.es.split(' ')),
  fr: new Set(words.fr.split(' ')),
  de: new Set(words.de.split(' ')),
  it: new Set(words.it.split(' ')),
  pt: new Set(words.pt.split(' ')),
}

/** Whether a word negates the words after it. SST-2 writes `n't` as a separate word. */
export function isNegation(word: string, language: SentimentLanguage): boolean {
  return negations[language].has(word) || (language === 'en' && word.endsWith("n't"))
}
