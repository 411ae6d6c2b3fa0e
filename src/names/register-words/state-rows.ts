/**
 * What a name says of the state of its company, in the form of `form-rows.ts`. `in_liquidation` and `insolvent` are the states of
 * `RegisterRecord`; `forming` is a company that is not yet registered. A short writing of two or three letters counts only behind a form.
 */
export const stateRows = `
AT DE LI CH LU | in_liquidation | in Liquidation; i.L.; i. Liqu.; in Liqu.; in Liq.; i. Liq.; Gesellschaft in Liquidation; in Abwicklung; i. Abw.; in Auflösung | GmbHG § 68, AktG § 269, OR Art. 739
AT DE LI CH | insolvent | in Insolvenz; i. Ins.; insolvent; in Konkurs; im Konkurs; in Konkursliquidation; in Nachlassliquidation; in Nachlassstundung; im Insolvenzverfahren; in Insolvenzverwaltung; in Sanierung; in Eigenverwaltung; Insolvenzmasse; Konkursmasse | OR Art. 739, SchKG, InsO
AT DE LI CH | forming | in Gründung; i.G.; i. Gr.; i. Grdg. | GmbHG § 11
FR BE LU CH | in_liquidation | en liquidation; en liq.; société en liquidation; en liquidation amiable; en liquidation volontaire; en cours de liquidation; en dissolution; en cours de dissolution; en cours de radiation | C. com. L237-2
FR BE LU CH | insolvent | en liquidation judiciaire; en redressement judiciaire; en faillite; en sauvegarde; en procédure de sauvegarde; en réorganisation judiciaire; en état de faillite; faillite; en sursis concordataire | C. com. livre VI, CDE livre XX
FR BE LU CH | forming | en formation; en cours de formation; société en formation | C. com.
NL BE | in_liquidation | in liquidatie; in vereffening; in ontbinding; vennootschap in vereffening | BW 2:19, WVV
NL BE | insolvent | in faillissement; failliet; in staat van faillissement; in surseance van betaling; in surseance; in gerechtelijke reorganisatie; faillissement | Faillissementswet, WER boek XX
NL BE | forming | in oprichting; i.o. | BW 2
IT CH SM | in_liquidation | in liquidazione; in liq.; in liquidaz.; in liquidazione volontaria; società in liquidazione; in scioglimento; in scioglimento e liquidazione; in stato di liquidazione | c.c. art. 2487-bis
IT CH SM | insolvent | in fallimento; fallita; fallimento; in concordato preventivo; in concordato; in liquidazione giudiziale; in liquidazione coatta amministrativa; in l.c.a.; in amministrazione straordinaria; in A.S.; in liquidazione e concordato preventivo; in procedura concorsuale; in liquidazione in concordato preventivo; in composizione negoziata | CCII, R.D. 267/1942
IT | forming | in costituzione; società in costituzione | c.c.
ES | in_liquidation | en liquidación; en liq.; en liquidació; sociedad en liquidación; en disolución; en disolución y liquidación; en proceso de liquidación | LSC art. 371
ES | insolvent | en concurso; en concurso de acreedores; en concurso voluntario; en situación concursal; en fase de liquidación; en liquidación concursal; en quiebra; en suspensión de pagos; concursada; en concurs de creditors; en liquidación y concurso de acreedores | TRLC
ES PT | forming | en formación; en constitución; em formação; em constituição; em organização | LSC art. 37
PT | in_liquidation | em liquidação; em liq.; sociedade em liquidação; em dissolução; em dissolução e liquidação | CSC art. 146
PT | insolvent | em insolvência; insolvente; massa insolvente; massa insolvente de; massa insolvente da; em recuperação; em revitalização; em processo de insolvência; em processo de recuperação; em falência | CIRE
RO MD | in_liquidation | în lichidare; în dizolvare; în lichidare voluntară; societate în lichidare; în dizolvare și lichidare | Legea 31/1990
RO MD | insolvent | în insolvență; societate în insolvență; societate în faliment; în faliment; în reorganizare; în reorganizare judiciară; în procedura insolvenței; în procedură de faliment; în procedura generală de insolvență; in insolvency; in bankruptcy; in judicial reorganisation; in judicial reorganization; en faillite; en redressement | Legea 85/2014
PL | in_liquidation | w likwidacji; w likw.; spółka w likwidacji | KSH art. 274, 461
PL | insolvent | w upadłości; w upadłości likwidacyjnej; w upadłości układowej; w upadłości z możliwością zawarcia układu; w restrukturyzacji; w restr.; w sanacji; w postępowaniu układowym; w upad. | Prawo upadłościowe, Prawo restrukturyzacyjne
PL | forming | w organizacji; w org. | KSH art. 11
CZ SK | in_liquidation | v likvidaci; v likvidácii; v likv.; společnost v likvidaci; spoločnosť v likvidácii | OZ § 187, ObZ § 70
CZ SK | insolvent | v konkursu; v konkurzu; v konkurze; v úpadku; v insolvenci; v insolvenčním řízení; v reorganizaci; v reštrukturalizácii; v oddlužení; v nucené správě; v vyrovnání; v vyrovnaní | InsZ, ZKR
HU | in_liquidation | v.a.; végelszámolás alatt; kényszertörlés alatt; kt.a.; k.t.a.; kv.a.; kényszer-végelszámolás alatt; kényszervégelszámolás alatt | Ctv. (2006. évi V. törvény)
HU | insolvent | f.a.; felszámolás alatt; cs.a.; csődeljárás alatt; csőd alatt; csődeljárás a.; r.a.; reorganizáció alatt; szerkezetátalakítás alatt | Cstv. (1991. évi XLIX. törvény)
HU | forming | b.a.; bejegyzés alatt; e.t.; előtársaság | Ctv.
BG | in_liquidation | в ликвидация; в производство по ликвидация; в закриване | ТЗ
BG | insolvent | в несъстоятелност; в производство по несъстоятелност; в неплатежоспособност; в стабилизация; в производство по стабилизация; v nesastoyatelnost | ТЗ
HR SI | in_liquidation | u likvidaciji; v likvidaciji; u postupku likvidacije; v postopku likvidacije; v prisilni likvidaciji; u skraćenom postupku prestanka | ZTD, ZFPPIPP
HR SI | insolvent | u stečaju; v stečaju; v stečajnem postopku; u stečajnom postupku; u predstečajnoj nagodbi; u predstečajnom postupku; v prisilni poravnavi; v postopku prisilne poravnave; v postopku poenostavljene prisilne poravnave; stečajna masa; u blokadi | SZ, ZFPPIPP
GR CY | in_liquidation | υπό εκκαθάριση; σε εκκαθάριση; υπό λύση; υπό λύση και εκκαθάριση; υπό διάλυση; yp' ekkatharisi; ypo ekkatharisi; υπό ειδική εκκαθάριση | ν. 4548/2018
GR CY | insolvent | υπό πτώχευση; σε πτώχευση; εν πτωχεύσει; υπό εξυγίανση; σε καθεστώς πτώχευσης; υπό διαχείριση; υπό ειδική διαχείριση | ν. 4738/2020
GB IE CY MT | in_liquidation | in liquidation; under liquidation; in members' voluntary liquidation; in members voluntary liquidation; in voluntary liquidation; in provisional liquidation; in dissolution; in winding up; being wound up; proposal to strike off; in liq.; in m.v.l. | Insolvency Act 1986 s. 188, Companies Act 2014
GB IE CY MT | insolvent | in administration; under administration; in receivership; in administrative receivership; in examinership; under examinership; in creditors' voluntary liquidation; in creditors voluntary liquidation; in compulsory liquidation; in voluntary arrangement; in company voluntary arrangement; in official liquidation; in bankruptcy; in c.v.l.; in examination | Insolvency Act 1986, Companies Act 2014
DK | in_liquidation | under likvidation; under frivillig likvidation; i likvidation; i frivillig likvidation; under opløsning; under frivillig opløsning; under tvangsopløsning | selskabsloven
DK | insolvent | under konkurs; i konkurs; konkursbo; under rekonstruktion; under rekonstruktionsbehandling; u. konkurs; tvangsopløst; konkursboet efter; under betalingsstandsning | konkursloven
DK | forming | under stiftelse | selskabsloven
NO | in_liquidation | under avvikling; under likvidasjon; i likvidasjon; under oppløsning; under oppløsning og avvikling; under tvangsavvikling; under tvangsoppløsning; tvangsavviklet; tvangsavviklingsbo; tvangsavviklingsboet; dets tvangsavviklingsbo; tvangsoppløst; tvangsoppløsningsbo | aksjeloven
NO | insolvent | konkursbo; konkursboet; dets konkursbo; under konkurs; i konkurs; konkurs; under rekonstruksjon; under gjeldsforhandling; under rekonstruksjonsforhandling | konkursloven
NO | forming | under stiftelse; SUS; s.u.s. | Foretaksnavneloven
SE FI | in_liquidation | i likvidation; likvidation; i frivillig likvidation; i tvångslikvidation; under likvidation; under avveckling | ABL
SE FI | insolvent | i konkurs; konkursbo; i konkursbo; konkursboet; under rekonstruktion; under företagsrekonstruktion; i företagsrekonstruktion; under företagssanering | konkurslagen
SE FI | forming | under bildande; u.b.; under bildning | ABL
FI | in_liquidation | selvitystilassa; selvitystila | OYL
FI | insolvent | konkurssipesä; konkurssissa; konkurssi; konkurssipesan; yrityssaneerauksessa; saneerauksessa; saneerausmenettelyssä; yrityssaneerausmenettelyssä | konkurssilaki
FI | forming | perustettava | OYL
EE | in_liquidation | likvideerimisel; sundlikvideerimisel; sundlõpetamisel; lõpetamisel | ÄS
EE | insolvent | pankrotis; pankrotistunud; pankrotimenetluses; saneerimisel; pankrotipesa | PankrS
EE | forming | asutamisel | ÄS
LV | in_liquidation | likvidējamā; likvidējamais; likvidācijā; likvidējama; likvidējamā sabiedrība | Komerclikums
LV | insolvent | maksātnespējīgā; maksātnespējīga; maksātnespējīgais; maksātnespējas procesā; tiesiskās aizsardzības procesā; bankrotējusi; bankrotējusī | Maksātnespējas likums
LV | forming | dibināmā; dibināma; dibināšanas stadijā | Komerclikums
LT | in_liquidation | likviduojama; likviduojamas; likviduojamoji; likvidavimas; inicijuojamas likvidavimas; LUAB=uab | CK, JAR
LT | insolvent | bankrutuojanti; bankrutavusi; bankrutuojantis; bankrutavęs; restruktūrizuojama; restruktūrizuojamas; bankrutuojančioji; BUAB=uab; RUAB=uab | JANĮ (XIII-2221)
LT | forming | steigiama; steigiamas | CK
IS | in_liquidation | í slitum; í slitameðferð; í skiptameðferð; í slitaferli | lög um hlutafélög 2/1995
IS | insolvent | þrotabú; gjaldþrota; í gjaldþrotaskiptum; í gjaldþrotameðferð; þrb.; í greiðslustöðvun; í nauðasamningum; þb. | lög 21/1991
`
