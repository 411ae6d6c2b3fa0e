/** Words for a street and its like, in Latin letters without marks: they are omitted, abbreviated and translated. */
export const streetWords: ReadonlySet<string> = new Set(
  // English
  (
    'street st str road rd avenue ave av lane ln drive dr square sq place pl boulevard blvd bd bvd court ct terrace ter crescent cres close way highway hwy parkway pkwy ' +
    // German, Dutch and the Nordic languages
    'strasse platz weg allee gasse ring ufer damm straat laan plein gracht kade gata gatan gatu gade vej vagen vagen vei veien plads torg katu tie kuja tori ' +
    // Romance languages
    'rue chemin impasse quai cours via viale v le corso piazza p zza vicolo largo calle c avenida avda avd paseo pso plaza plza ronda carrer rua travessa tv praca r strada sos soseaua bulevardul bul calea piata intrarea ' +
    // Slavic and Baltic languages
    'ulica ul ulice ulitsa vul vulytsia namesti nam nabrezi nabr trida tr tr namestie aleja aleje al plac osiedle os prospekt prosp pr pereulok per shosse ploshchad pl naberezhnaya nab bulvar bulevar trg cesta gatve g iela prospektas pr-tas ' +
    // Hungarian, Estonian, Greek, Turkish
    'utca u ut utja ter tere korut tanav tn mnt puiestee odos leoforos leof plateia cadde caddesi cad sokak sokagi sok sk bulvari blv mahallesi mah'
  ).split(/\s+/),
)

/** The same words at the end of a compound: Hauptstraße, Herengracht, Storgatan. */
const endings = /(?:strasse|strase|straat|str|gasse|platz|weg|allee|laan|gatan|gata|vagen|vaegen|veien|vej|vei|gade|katu|tie|iela)$/
const minStem = 3

/** A compound without its word for a street; other words as they are. */
export function streetStem(word: string): string {
  const stem = word.replace(endings, '')
  return stem.length < minStem ? word : stem
}
