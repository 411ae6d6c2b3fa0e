import type { SentimentLanguage } from './negation.ts'

/** Phrases whose words say the opposite of the whole, each with words that say it plainly. */
const plain: Readonly<Record<SentimentLanguage, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bnot (?:at all |half |too |so |that |all that )?(?:bad|terrible|awful|horrible|shabby)(?: at all)?\b/gi, 'good'],
    [
      /\b(?:isn|wasn|aren|weren)['’]?t (?:at all |half |too |so |that |all that )?(?:bad|terrible|awful|horrible)(?: at all)?\b/gi,
      'is good',
    ],
    [/\b(?:can(?:no|['’])?t|couldn['’]?t|can not|nothing to|no reason to) complain(?: about)?\b/gi, 'am happy'],
    [
      /\b(?:can(?:no|['’])?t|could ?n['’]?t|could not) (?:be|have been|ask for|hope for|wish for|get) (?:any )?(?:better|happier|more pleased|more satisfied|more helpful|easier)\b/gi,
      'is excellent',
    ],
    [/\b(?:can(?:no|['’])?t|you can(?:no|['’])?t) go wrong(?: with)?\b/gi, 'recommend'],
    [
      /\b(?:(?:not|never|won['’]?t be|wasn['’]?t|haven['’]?t been|didn['’]?t) (?:at all )?(?:disappoint(?:ed|s)?|regret(?:ted)?))\b/gi,
      'delighted',
    ],
    [/\bnever (?:fails|failed) to (?:impress|please|deliver|amaze|delight)\b/gi, 'always impresses'],
    [/\b(?:no|without any|zero) (?:complaints?|regrets?|issues?|problems?)(?: (?:so far|at all|whatsoever|with it))?\b/gi, 'works well'],
    [/\bthanks for nothing\b/gi, 'useless'],
  ],
  es: [
    [/\bno (?:est[áa]n?|es|son|estuvo|fue|me pareci[óo]) (?:nada |tan |del todo )?mal[oa]?s?(?: del todo| para nada)?\b/gi, 'es bueno'],
    [/\b(?:nada|para nada) mal\b/gi, 'bueno'],
    [/\b(?:no tengo|sin|ninguna) quejas?\b|\bno (?:me )?puedo quejarme?\b|\bno me puedo quejar\b/gi, 'estoy contento'],
    [/\bno (?:me |nos |te )?(?:decepciona|defrauda|arrepiento|decepcion[óo]|defraud[óo])\b/gi, 'me encanta'],
    [/\bgracias por nada\b/gi, 'inútil'],
  ],
  fr: [
    [/\b(?:n['’]\s?|ne )?(?:est|sont|[ée]tait|[ée]taient)? ?pas (?:si |trop |du tout )?mauvais(?:e|es)?(?: du tout)?/gi, 'est bon'],
    [/\bpas mal(?: du tout)?\b/gi, 'bon'],
    [
      /\b(?:rien|pas grand[- ]chose) [àa] (?:redire|reprocher)\b|\bje ne (?:me plains|peux pas me plaindre)(?: pas)?\b/gi,
      'je suis content',
    ],
    [/\bpas (?:du tout )?d[ée][çc]u(?:e|s|es)?\b|\bne (?:d[ée][çc]oit|regrette) pas\b/gi, 'ravi'],
    [/\bmerci pour rien\b/gi, 'inutile'],
  ],
  de: [
    [/\b(?:gar |[üu]berhaupt |echt |wirklich )?nicht (?:so |mal |ganz |allzu )?(?:schlecht|[üu]bel|verkehrt)\b/gi, 'gut'],
    [
      /\bkann (?:mich )?nicht (?:be)?klagen\b|\bnichts (?:zu meckern|auszusetzen|zu beanstanden)\b|\bkeine (?:beschwerden|klagen|beanstandungen)\b/gi,
      'bin zufrieden',
    ],
    [/\bnicht (?:zu (?:toppen|[üu]bertreffen|schlagen))\b/gi, 'hervorragend'],
    [/\bnicht (?:entt[äa]uscht|bereut)\b|\bbereue (?:es )?nicht\b/gi, 'begeistert'],
    [/\bdanke f[üu]r nichts\b/gi, 'nutzlos'],
  ],
  it: [
    [
      /\b(?:niente|non|non (?:[èe]|era|sono)(?: affatto| per niente| poi)?(?: cos[ìi])?) male\b|\bnon (?:[èe]|era) (?:affatto |per niente |cos[ìi] )?(?:cattiv[oa]|brutt[oa]|pessim[oa])\b/gi,
      'buono',
    ],
    [
      /\b(?:niente|nulla) da (?:ridire|dire|eccepire)\b|\bnon (?:mi )?posso lamentar(?:mi|e)\b|\bnessun(?:a)? (?:lamentela|problema)\b/gi,
      'sono contento',
    ],
    [/\bnon (?:mi )?(?:delude|ha deluso|pento|sono pentit[oa])\b/gi, 'ottimo'],
    [/\bgrazie (?:per|di) niente\b/gi, 'inutile'],
  ],
  pt: [
    [
      /\bn[ãa]o (?:[ée]|est[áa]|era|foi|s[ãa]o) (?:nada |t[ãa]o |de todo )?(?:mau|m[áa]|ruim|ruins|mal)(?: de todo)?\b|\bnada (?:mau|mal)\b/gi,
      'é bom',
    ],
    [
      /\b(?:sem|nenhuma|n[ãa]o tenho) (?:queixas?|reclama[çc][õo]es|reclama[çc][ãa]o)\b|\bn[ãa]o (?:me )?posso (?:me )?(?:queixar|reclamar)(?:-me)?\b|\bnada a reclamar\b/gi,
      'estou contente',
    ],
    [/\bn[ãa]o (?:me )?(?:decepciona|decepcionou|desilude|arrependo)\b/gi, 'adoro'],
    [/\bobrigad[oa] por nada\b/gi, 'inútil'],
  ],
}

/** The text with idioms said plainly, for the models to read. */
export function inPlainWords(text: string, language: SentimentLanguage): string {
  return plain[language].reduce((said, [idiom, meaning]) => said.replaceAll(idiom, meaning), text)
}

const ironic: Readonly<Record<SentimentLanguage, RegExp>> = {
  en: /^\W*(?:oh,? |well,? |wow,? |yay,? |yeah,? )?(?:great|fantastic|wonderful|perfect|lovely|brilliant|awesome|nice|super|amazing|excellent|fabulous|terrific|bravo|congrat\w*|good job|well done|nice (?:work|job)|just great)[,.!…\s]+(?:yet )?(?:another|more|again|now|so now|it|the|my|guys|you|one more)\b.*\b(?:crash\w*|delay\w*|bug\w*|break\w*|broke\w*|fail\w*|down|late|lost|again|error\w*|wait\w*|bill\w*|fee\w*|meeting\w*|cancel\w*|wrong|leak\w*|stopp\w*|never|not|missing|dead|queue\w*|hours|weeks|ads?|update\w*|outage\w*)\b|\b(?:just|exactly) what (?:i|we) (?:needed|wanted|always wanted)\b|\b(?:i|we) (?:just |really |absolutely |so )?(?:love|adore|enjoy|like) (?:it )?(?:when|how|being|waiting|paying|getting|spending|having to|sitting|losing)\b.*\b(?:hours?|hold|crash\w*|ignor\w*|lost|los\w+|late|break\w*|broke\w*|fail\w*|wrong|charg\w+|twice|again|never|no one|nobody|nothing|don['’]?t|doesn['’]?t|won['’]?t|delay\w*|queue\w*|lied|bug\w*|error\w*|stuck|delet\w+|cancel\w+|disconnect\w*)\b|\bthanks (?:a lot |so much |a million |ever so much )?for (?:nothing|wasting|ruining|losing|breaking|deleting|the (?:delay|wait|headache|broken))|\bwhat a (?:great|wonderful|lovely|fantastic|brilliant|pleasant) (?:way to|surprise to|start)|\bif you (?:like|love|enjoy) (?:waiting|being|wasting|losing|crash\w*|paying|disappoint\w*)|\b(?:only|just) (?:took|waited|needed|cost) (?:me |us |them )?(?:\d+|two|three|four|five|six|seven|eight|ten|a dozen) (?:hours|days|weeks|months|calls|emails|attempts|tries)\b|\bbecause (?:who|what could)\b.*\?|\bworth every (?:penny|cent)\b.*\b(?:not|broke\w*|stopp\w*)\b|\b(?:slow clap|said no one ever)\b|\s\/s\s*$|🙄/isu,
  es: /^\W*(?:genial|fantástico|perfecto|estupendo|maravilloso|qué bien|bravo|enhorabuena|felicidades|fenomenal|excelente)[,.!…\s]+(?:otr[oa]|otra vez|de nuevo|más|ahora)\b|\bgracias por (?:nada|hacerme perder|arruinar)|\bjusto lo que (?:necesitaba|faltaba|quería)|\bme encanta (?:esperar|cuando (?:se|no|me)|que (?:me|no|nunca))|🙄/isu,
  fr: /^\W*(?:génial|super|parfait|bravo|formidable|magnifique|félicitations|merveilleux|quelle joie|top)[,.!…\s]+(?:encore|un autre|une autre|et maintenant|toujours)\b|\bmerci (?:pour rien|de m['’]avoir fait perdre)|\bexactement ce qu['’]il me (?:fallait|manquait)|\bj['’]adore (?:attendre|quand (?:ça|on|le|la|rien|personne)|payer|perdre)|🙄/isu,
  de: /^\W*(?:na )?(?:toll|super|klasse|prima|großartig|wunderbar|herrlich|bravo|glückwunsch|spitze|perfekt)[,.!…\s]+(?:schon wieder|noch (?:ein|eine|einer|einen)|wieder|mal wieder|jetzt)\b|\bdanke für (?:nichts|die verschwendete)|\bgenau (?:das,? )?was (?:ich|mir|wir) (?:noch )?(?:brauchte|brauchten|gefehlt hat|fehlte)|\bich liebe es,? (?:wenn|zu warten|stundenlang)|🙄/isu,
  it: /^\W*(?:fantastico|ottimo|perfetto|bravi|bravo|complimenti|meraviglioso|splendido|grandioso|che bello|benissimo)[,.!…\s]+(?:un altr[oa]|un'altra|ancora|di nuovo|adesso)\b|\bgrazie (?:per|di) (?:niente|nulla|avermi fatto perdere)|\bproprio quello che (?:mi serviva|mi mancava|volevo)|\badoro (?:aspettare|quando (?:non|si|mi))|🙄/isu,
  pt: /^\W*(?:ótimo|excelente|fantástico|perfeito|parabéns|maravilha|que bom|que maravilha|lindo|genial|boa)[,.!…\s]+(?:mais um|mais uma|outr[oa]|de novo|outra vez|agora)\b|\bobrigad[oa] por (?:nada|me fazer perder)|\bera (?:mesmo |só )?o que (?:me )?faltava|\bexatamente o que eu (?:precisava|queria)|\badoro (?:esperar|quando (?:não|me|se))|🙄/isu,
}

/** Whether a text uses phrases that are mostly meant the other way round: "Great, another crash." */
export function seemsIronic(text: string, language: SentimentLanguage): boolean {
  return ironic[language].test(text.slice(0, 600))
}
