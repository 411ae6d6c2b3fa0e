/**
 * Legal forms of companies. A row has the countries, the form by its short name, ways to write it, and the source. Two short names with a
 * slash are a form that registers write in two ways or in two languages, so that either matches. `ELF` numbers are codes of ISO 20275, the
 * list of entity legal forms that GLEIF publishes; an abbreviation after the codes is common in its register, though the list lacks it.
 */
export const formRows = `
AT DE LI CH | gmbh | GmbH; Gesellschaft mit beschränkter Haftung; Ges.m.b.H.; Gesellschaft m.b.H.; mbH; gGmbH; gemeinnützige GmbH | ELF AXSB 2HBR Y8LH 3EKS SCE1
DE | ug | UG; Unternehmergesellschaft; UG (haftungsbeschränkt); Unternehmergesellschaft (haftungsbeschränkt); UG haftungsbeschr.; gUG | ELF 63KS
AT DE LI CH BE | ag | AG; Aktiengesellschaft; gAG; REIT-AG | ELF EQOV 6QQB 7RRP MVII R85P
AT DE LI CH BE | kg | KG; Kommanditgesellschaft; Kommanditgesellsch.; KommG; einfache Kommanditgesellschaft; Co. KG; Co. Kommanditgesellschaft; und Co. KG; & Co. KG; Kommandit-Erwerbsgesellschaft; KEG | ELF ONF1 8Z6G ANSR CQMY AAL7
DE BE | kgaa | KGaA; Kommanditgesellschaft auf Aktien; & Co. KGaA | ELF T0YJ U2PN
AT DE BE CH | ohg | OHG; offene Handelsgesellschaft; Kollektivgesellschaft; Kollektivgesellsch.; oHG mbH | ELF JTAV 40DB UW1Y
AT | og | OG; offene Gesellschaft; OEG; offene Erwerbsgesellschaft; & Co. OG | ELF JTAV JUHG
AT | eu | e.U.; eingetragener Unternehmer; eingetragene Unternehmerin; Einzelunternehmer | ELF ECWU
DE | ek | e.K.; eingetragener Kaufmann; eingetragene Kauffrau; e.Kfm.; e.Kffr.; e.Kfr. | ELF OL20
DE LI | eg | eG; eingetragene Genossenschaft; e.Gen.; eGen mbH; reg. Gen.m.b.H.; registrierte Genossenschaft mit beschränkter Haftung | ELF AZFE IF49
DE LI | ev | e.V.; eingetragener Verein | ELF QZ3L 32HC
AT DE | gbr | GbR; Gesellschaft bürgerlichen Rechts; eGbR; eingetragene Gesellschaft bürgerlichen Rechts; GesbR; GesnbR; Gesellschaft des bürgerlichen Rechts | ELF FR3V UI81
DE | partg | PartG; Partnerschaftsgesellschaft; PartG mbB; Partnerschaftsgesellschaft mit beschränkter Berufshaftung; PartGmbB; Partnerschaft mbB | ELF 8CM0 2YZO
DE | vvag | VVaG; Versicherungsverein auf Gegenseitigkeit; a.G. | ELF 13AV
LI CH | anstalt | Anstalt; Est.; Etablissement; Establishment | register of Liechtenstein (PGR Art. 534)
LI | trustreg | Trust reg.; Treuunternehmen; reg. Treuunternehmen; Treuunternehmen reg.; TrReg | ELF 1DGT
AT DE LI CH | se | SE; Societas Europaea; Europäische Gesellschaft; European Company; société européenne; Europese vennootschap; spółka europejska; evropská společnost; európska spoločnosť; eurooppayhtiö; europabolag; evropska delniška družba; SE-selskab; SE Societas Europaea; europæisk selskab; europeisk selskap; europsko društvo; euroopa äriühing; Ευρωπαϊκή Εταιρεία; európai részvénytársaság; evrópufélag; società europea; eiropas komercsabiedrība; europos bendrovė; Europese naamloze vennootschap; sociedade anónima europeia; sociedad anónima europea; societate europeană; европейско дружество; ЕД; United Kingdom Societas; UKS | ELF O65B SGST WAK8 36KV TPNT ZQO8 BUMI J3A3
CH | sagl | Sagl; società a garanzia limitata; S.a.g.l. | ELF 3EKS
FR BE LU CH MC | sa | SA; société anonyme; società anonima | ELF QVPB R85P 5GGB MVII
ES PT PL RO | sa | SA; S.A.; S.A.U.; sociedad anónima; sociedad anónima unipersonal; sociedade anónima; spółka akcyjna; societate pe acțiuni; societatea pe acțiuni; S.A. unipersonal | ELF 5RDO FJ0E ANDT
GR CY | sa | ΑΕ; Α.Ε.; ανώνυμη εταιρεία; ανώνυμος εταιρεία; ανώνυμη εταιρία; anonymi etaireia; anonimi eteria; societe anonyme; Α.Ε.Ε.; Α.Β.Ε.Ε.; Α.Ε.Β.Ε.; Α.Τ.Ε.; Α.Ε.Τ.Ε.; Α.Β.Ε.Τ.Ε.; Α.Ξ.Τ.Ε.; Α.Ε.Κ.Τ.Ε.; Α.Ε.Γ.Α.; Μ.Α.Ε.; AVEE; AEBE; ABEE; SMSA | ELF W2NK; register G.E.MI.
FR | sas | SAS; société par actions simplifiée; SASU; société par actions simplifiée unipersonnelle; SAS à associé unique; S.A.S. unipersonnelle | ELF 6CHY; Sirene 5710, 5720
LU | sas | S.A.S.; société par actions simplifiée | ELF HHR4
IT | sas | S.a.s.; società in accomandita semplice | register of Italy (c.c. art. 2314)
FR LU CH BE MC | sarl | SARL; société à responsabilité limitée; S.à r.l.; sàrl; SARL au; société à responsabilité limitée à associé unique; SARL unipersonnelle; sté à responsabilité limitée | ELF DVXS 3EKS; Sirene 5499
LU | sarls | S.à r.l.-S; société à responsabilité limitée simplifiée | ELF EUT4
FR | eurl | EURL; entreprise unipersonnelle à responsabilité limitée | Sirene 5498
FR | selarl | SELARL; société d'exercice libéral à responsabilité limitée; SELARLU | Sirene 5485
FR | selas | SELAS; société d'exercice libéral par actions simplifiée; SELASU | Sirene 5785
FR LU CH BE | snc | SNC; société en nom collectif; SENC; soc. nom collectif | ELF ATQY UW1Y MRSY; Sirene 5202
IT CH | snc | S.n.c.; società in nome collettivo; soc. nome collettivo | ELF T2X1
RO | snc | SNC; societate în nume colectiv | ELF F68H
FR BE LU RO | sca | SCA; société en commandite par actions; SECA; societate în comandită pe acțiuni | ELF U2PN 81G5 FJQ8
FR BE LU RO | scs | SCS; société en commandite simple; SECS; societate în comandită simplă; société en commandite; SComm; soc. en commandite | ELF LWV6 68J6 V0FL MQH3
LU | scsp | SCSp; SECSP; société en commandite spéciale | ELF U8KA
FR LU | sci | SCI; société civile immobilière | ELF SQ1A; Sirene 6540
FR LU BE PL | sc | SC; société civile; société coopérative; spółka cywilna | ELF SQ1A V5OS 28FE YLZL
FR | scop | SCOP; société coopérative de production; société coopérative et participative | Sirene 5458
FR | scm | SCM; société civile de moyens | Sirene 6589
FR | scp | SCP; société civile professionnelle | Sirene 6560
FR BE LU | gie | GIE; groupement d'intérêt économique | ELF J5OU LCR0
FR | earl | EARL; exploitation agricole à responsabilité limitée | Sirene 6598
FR | gaec | GAEC; groupement agricole d'exploitation en commun | Sirene 6533
FR BE ES PT LU | sicav | SICAV; société d'investissement à capital variable; sociedad de inversión de capital variable | ELF UDY2 8EHB
FR BE LU | asbl | ASBL; association internationale sans but lucratif; internationale vereniging zonder winstoogmerk; association sans but lucratif; VZW; vereniging zonder winstoogmerk; VoG; AISBL; IVZW | ELF W3WH V03J 2JEI
BE NL | bv | BV; B.V.; besloten vennootschap; besloten vennootschap met beperkte aansprakelijkheid | ELF 3W7E 54M6
BE | srl | SRL; société à responsabilité limitée; société à responsabilité limitée (SRL); société à responsabilité limitée SRL | ELF 3W7E
BE | bv/srl | BV/SRL; SRL/BV; SRL-BV; BV-SRL | ELF 3W7E
BE | bvba | BVBA; SPRL; société privée à responsabilité limitée; besloten vennootschap met beperkte aansprakelijkheid BVBA; EBVBA; SPRLU; SPRL/BVBA; BVBA/SPRL; SPRL-BVBA; BVBA-SPRL | ELF N5NT C609
BE NL | nv | NV; N.V.; naamloze vennootschap | ELF R85P B5PM
BE | nv/sa | NV/SA; SA/NV; SA-NV; NV-SA; SA NV; NV SA | ELF R85P
BE NL | cv | CV; C.V.; coöperatieve vennootschap; commanditaire vennootschap; CVOA; coöperatieve vennootschap met onbeperkte aansprakelijkheid | ELF 28FE CODH
BE | cvba | CVBA; SCRL; coöperatieve vennootschap met beperkte aansprakelijkheid; société coopérative à responsabilité limitée; SCRL/CVBA; CVBA/SCRL | ELF 8E2A
BE | commv | Comm.V; CommV; gewone commanditaire vennootschap; Comm.VA; commanditaire vennootschap op aandelen | ELF MQH3 LWV6 U2PN
BE NL | vof | VOF; V.O.F.; vennootschap onder firma | ELF UW1Y 62Y3
NL | coop | coöperatie; coöp.; coöperatie U.A.; U.A.; coöperatie B.A. | ELF NFFH
NL | stichting | stichting; foundation stichting | register KvK
NL BE | maatschap | maatschap | ELF KM6O
IT | spa | S.p.A.; SpA; società per azioni; società p.a.; SOC. PER AZIONI; soc. p. az.; societa' per azioni | ELF P418
FR | spa | société par actions | Sirene
IT SM | srl | S.r.l.; società a responsabilità limitata; soc. a r.l.; SOC. A RESP. LIM.; soc. a resp. limitata; srl unipersonale; S.R.L.U.; societa' a responsabilita' limitata | ELF OV32
RO MD | srl | SRL; societate cu răspundere limitată; societatea cu răspundere limitată; SRL-D; SRL debutant | ELF XHN1
ES | srl/sl | S.R.L.; sociedad de responsabilidad limitada; sociedad limitada; S.L.; SL; S.L.U.; SLU; S.R.L.U.; sociedad limitada unipersonal; sociedad de responsabilidad limitada unipersonal; S.L. unipersonal | ELF DP3Q R6UT
ES | slne | S.L.N.E.; sociedad limitada nueva empresa; sociedad limitada de nueva empresa | ELF 956I
ES | slp | S.L.P.; S.L.P.U.; sociedad limitada profesional; S.R.L.P. | ELF JB2M
ES | sll | S.L.L.; sociedad limitada laboral; S.R.L.L. | ELF 1G29
ES | sal | S.A.L.; sociedad anónima laboral | ELF R2L8
ES | colectiva | S.R.C.; S.C.; sociedad colectiva; sociedad regular colectiva | ELF S6X7
ES | sgr | S.G.R.; sociedad de garantía recíproca | ELF IAS6
ES | scr | SCR; sociedad de capital riesgo; SCR-Pyme | ELF AXS5 DDES
ES | sap | S.A.P.; sociedad anónima profesional | ELF AJ9U
ES | erl | E.R.L.; emprendedor de responsabilidad limitada | ELF IT6N
ES | sad | S.A.D.; sociedad anónima deportiva | register of Spain (Ley del Deporte)
ES IT | scoop | S.Coop.; sociedad cooperativa; soc. coop.; società cooperativa; S.Coop.And.; S. Coop. Ltda.; soc. coop. a r.l.; società cooperativa a responsabilità limitata; s.c.a r.l.; soc. coop. p.a. | ELF 1QU8 QRZJ
ES | cb | C.B.; comunidad de bienes | register of Spain
ES | aie | A.I.E.; agrupación de interés económico | ELF I2WU
ES | sat | S.A.T.; sociedad agraria de transformación | ELF 4SJR
ES | scomp | S. en C.; S.Com.; sociedad comanditaria; sociedad en comandita; sociedad comanditaria simple; S.Com. p. A.; sociedad comanditaria por acciones | ELF TDD5
IT | srls | S.r.l.s.; società a responsabilità limitata semplificata; S.r.l. semplificata; srl semplificata | ELF 8GU1
IT | scarl | S.c.a r.l.; S.c.r.l.; società consortile a responsabilità limitata; soc. cons. a r.l.; scarl | ELF BL52
IT | scpa | S.c.p.a.; società consortile per azioni; soc. cons. p.a. | register of Italy (c.c. art. 2615-ter)
IT | sapa | S.a.p.a.; società in accomandita per azioni | register of Italy (c.c. art. 2452)
IT | ss | S.S.; società semplice; soc. semplice agricola; società agricola semplice | ELF 2XXH
PT | lda | Lda.; limitada; L.da; sociedade por quotas; unipessoal Lda.; unipessoal, Limitada; sociedade unipessoal por quotas; sociedade unipessoal Lda. | register of Portugal (CSC art. 200, 270-B)
PT | sgps | SGPS; sociedade gestora de participações sociais | register of Portugal (DL 495/88)
PT | crl | C.R.L.; cooperativa de responsabilidade limitada | register of Portugal
PT | acecomp | A.C.E.; agrupamento complementar de empresas | register of Portugal
RO | pfa | PFA; persoană fizică autorizată | ONRC
RO | intrind | I.I.; întreprindere individuală | ELF DUGD
RO | ra | R.A.; regie autonomă | ELF CUGP
GR | epe | ΕΠΕ; Ε.Π.Ε.; εταιρεία περιορισμένης ευθύνης; etaireia periorismenis efthynis; Μ.Ε.Π.Ε.; EPE; MEPE | ELF H6OR
GR | ike | ΙΚΕ; Ι.Κ.Ε.; ιδιωτική κεφαλαιουχική εταιρεία; idiotiki kefalaiouchiki etaireia; Μ.Ι.Κ.Ε.; IKE; P.C.; private company; single member P.C.; single member private company | ELF QCA0
GR | oe | Ο.Ε.; ΟΕ; ομόρρυθμη εταιρεία; & ΣΙΑ Ο.Ε.; και ΣΙΑ Ο.Ε.; omorrythmi etairia | ELF TIZ2
GR | ee | Ε.Ε.; ΕΕ; ετερόρρυθμη εταιρεία; & ΣΙΑ Ε.Ε.; και ΣΙΑ Ε.Ε. | ELF 54AL
GR CY | coop | ΣΥΝ.Π.Ε.; συνεταιρισμός; Κοιν.Σ.Επ. | ELF J3VJ
CY | ltd | ΛΤΔ; Λίμιτεδ; ιδιωτική εταιρεία περιορισμένης ευθύνης με μετοχές | register of Cyprus (Cap. 113)
CY | plc | δημόσια εταιρεία λτδ; δημόσια λτδ; public company ltd | register of Cyprus (Cap. 113)
GB IE CY MT | ltd | Ltd; private limited liability company; private limited by guarantee; Ltd.; Limited; private limited; private limited company; private company limited by shares; limited company; limitata; kumpanija privata; cyf; cyfyngedig; teoranta; teo; co. ltd; company limited; ltd company | ELF H0PO MNQ7 V89C
GB IE CY MT | plc | PLC; P.L.C.; public limited company; public limited; CCC; cwmni cyfyngedig cyhoeddus; CPT; cuideachta phoiblí theoranta; kumpanija pubblika; public limited liability company | ELF B6ES VYAX C061
IE | dac | DAC; designated activity company; CGA; cuideachta ghníomhaíochta ainmnithe; DAC (limited by guarantee); DAC (limited by shares) | ELF LGWG 5AX8
IE GB | clg | CLG; designated activity company limited by guarantee; company limited by guarantee; CTR; cuideachta faoi theorainn ráthaíochta | ELF C58S
IE GB | uc | UC; ULC; PULC; public unlimited company that has no share capital; PUC; unlimited company; private unlimited company; public unlimited company; unlimited; cuideachta neamhtheoranta | ELF KMFX URQH
IE | icav | ICAV; Irish collective asset-management vehicle | ELF 2GV9
GB IE | llp | LLP; limited liability partnership; PAC; partneriaeth atebolrwydd cyfyngedig | ELF Z0EY
GB IE MT CH | lp | LP; limited partnership; partnership en commendite; partnership en commendite or limited partnership; soċjetà in akkomandita; soċjetà in akkomandita jew soċjetà limitata; investment limited partnership; ILP; ltd partnership; SLP; société en libre partenariat | ELF ID30 BVJ0
GB | cic | CIC; community interest company; C.I.C. | ELF 17R0
GB | cio | CIO; charitable incorporated organisation | Companies House
PL | spzoo | sp. z o.o.; spółka z ograniczoną odpowiedzialnością; sp.zo.o.; sp z o o; sp zoo; spzoo; spółka z o.o.; SP. Z O. O.; sp. z ogr. odp.; spółka z ogr. odp. | ELF O7XB
PL | spk | sp. k.; spółka komandytowa; sp. komandytowa | ELF BSJT
PL | spzoospk | sp. z o.o. sp. k.; sp. z o.o. spółka komandytowa; spółka z ograniczoną odpowiedzialnością spółka komandytowa; sp. z o.o. sp. komandytowa; spółka z ograniczoną odpowiedzialnością sp. k.; sp zoo sp k; spółka z o.o. sp. k.; spółka z ograniczoną odpowiedzialnością i wspólnicy spółka komandytowa | KRS
PL | spj | sp. j.; spółka jawna; s.j. | ELF 629I
PL | spp | sp. p.; spółka partnerska | ELF 3BJG
PL | psa | P.S.A.; prosta spółka akcyjna | ELF B21W
PL | ska | S.K.A.; spółka komandytowo-akcyjna | ELF OMX0
PL | spoldzielnia | spółdzielnia | KRS
CZ SK | sro | s.r.o.; společnost s ručením omezeným; spoločnosť s ručením obmedzeným; spol. s r.o.; spol. sro; společnost s r.o.; spoločnosť s r.o.; spol. s ručením omezeným | ELF VSZS; obchodní rejstřík 112
CZ SK | as | a.s.; akciová společnost; akciová spoločnosť; akc. spol.; akc.spol. | ELF 2EEG; obchodní rejstřík 121
CZ SK | ks | k.s.; komanditní společnost; komanditná spoločnosť; kom. spol. | ELF KB52
CZ SK | vos | v.o.s.; veřejná obchodní společnost; verejná obchodná spoločnosť; ver. obch. spol. | ELF 5J5Y
SK | jsa | j.s.a.; jednoduchá spoločnosť na akcie; jednoduchá spol. na akcie | ELF D18J
CZ SK | sp | s.p.; státní podnik; štátny podnik; š.p. | obchodní rejstřík 301
CZ | zs | z.s.; zapsaný spolek | spolkový rejstřík
CZ SK | druzstvo | družstvo; poľnohospodárske družstvo; poľnohospodár. družstvo; výrobné družstvo; výrobní družstvo; PD | obchodní rejstřík 205
CZ | ops | o.p.s.; obecně prospěšná společnost | rejstřík o.p.s.
CZ | zu | z.ú.; zapsaný ústav | rejstřík ústavů
SK | neziskova | nezisková organizácia | ELF VRJP
HU | kft | Kft.; korlátolt felelősségű társaság | ELF P9F2
HU | zrt | Zrt.; zártkörűen működő részvénytársaság; zártkörű részvénytársaság; zártkörűen működő rt. | ELF BKUX
HU | nyrt | Nyrt.; nyilvánosan működő részvénytársaság | ELF 8UEG
HU | rt | Rt.; részvénytársaság | ELF EO9F
HU | bt | Bt.; betéti társaság | cégjegyzék
HU | kkt | Kkt.; közkereseti társaság | ELF J6MO
HU | evhu | e.v.; egyéni vállalkozó; e.c.; egyéni cég | cégjegyzék
HU | nonprofitkft | nonprofit Kft.; nonprofit korlátolt felelősségű társaság | cégjegyzék
BG | ood | ООД; дружество с ограничена отговорност; druzhestvo s ogranichena otgovornost | ELF VJ3G
BG | eood | ЕООД; еднолично дружество с ограничена отговорност; еднолично ООД | ELF WVIN
BG | ad | АД; акционерно дружество; aktsionerno druzhestvo | ELF WTK4
BG | ead | ЕАД; еднолично акционерно дружество; еднолично АД | ELF EJ06
BG | et | ЕТ; едноличен търговец | ELF 946C
BG | sd | СД; събирателно дружество; С-ие | ELF FPP2
BG | kd | КД; командитно дружество | ELF S94S
BG | adsits | АДСИЦ; акционерно дружество със специална инвестиционна цел | ELF PW3Y
BG | kda | КДА; командитно дружество с акции | ELF HN63
HR SI | doo | d.o.o.; društvo s ograničenom odgovornošću; družba z omejeno odgovornostjo; d.o.o; društvo sa ograničenom odgovornošću; дооел; dooel | ELF OQWO KBKD
HR SI | dd | d.d.; dioničko društvo; delniška družba; deoničko društvo | ELF LUMA 1OR3
HR | jdoo | j.d.o.o.; jednostavno društvo s ograničenom odgovornošću | ELF OQWO
HR | jtd | j.t.d.; javno trgovačko društvo | ELF KP34
HR SI | kdhr | k.d.; komanditno društvo; komanditna družba | ELF MF7P OPDJ
SI | dno | d.n.o.; družba z neomejeno odgovornostjo | ELF SD81
SI | spsi | s.p.; samostojni podjetnik; samostojni podjetnik posameznik | ELF QW8S
HR | obrt | obrt; trgovac pojedinac; t.p. | ELF 9D9U; obrtni registar
SI | kdd | k.d.d.; komanditna delniška družba | ELF WZ78
SI | zoo | z.o.o.; zadruga z omejeno odgovornostjo | ELF RAX7
DK | aps | ApS; anpartsselskab; anpartselskab | ELF H8VP
DK NO | as | A/S; aktieselskab; AS; aksjeselskap; aktieselskabet | ELF ZRPO YI42
DK | ivs | IVS; iværksætterselskab | ELF 5QS7
DK | is | I/S; interessentskab | ELF 7WRN
DK | ks | K/S; kommanditselskab | ELF NUL8
DK | psdk | P/S; partnerselskab; kommanditaktieselskab | ELF 9KSX
DK | amba | A.M.B.A.; AMBA; andelsselskab med begrænset ansvar | ELF PZ6Y
DK | smba | S.M.B.A.; selskab med begrænset ansvar | ELF GULL
DK | fmba | F.M.B.A.; forening med begrænset ansvar | ELF WU7R
NO | asa | ASA; allmennaksjeselskap | ELF IQGE
NO | ans | ANS; ansvarlig selskap | ELF 326Y
NO | dano | DA; ansvarlig selskap med delt ansvar; selskap med delt ansvar | ELF CF5L
NO | ks | KS; kommandittselskap | ELF M9IQ
NO | enk | ENK; enkeltpersonforetak; enkeltmannsforetak | ELF EXD7
NO | nuf | NUF; norskregistrert utenlandsk foretak | Brønnøysund (organisasjonsform NUF)
NO | samvirke | SA; samvirkeforetak | ELF K5P8
NO | bano | BA; selskap med begrenset ansvar | ELF Q0Q1
NO | iks | IKS; interkommunalt selskap | ELF YTMC
NO | sf | SF; statsforetak | ELF 50TD
SE FI | ab | AB; aktiebolag; aktiebolaget; A.B.; AB (publ); aktiebolag (publ); aktiebolaget (publ); publ AB | ELF XJHM DKUW
SE | hb | HB; handelsbolag; handelsbolaget | ELF BEAY
SE FI | kb | KB; kommanditbolag; kommanditbolaget | ELF CX05 HEOB
SE | ekfor | ek. för.; ekonomisk förening | ELF C61P
SE | brf | BRF; bostadsrättsförening; bostadsrättsföreningen | ELF SSOM
SE | ef | enskild firma; EF | Bolagsverket
FI | oy | Oy; osakeyhtiö; Oy Ab; Ab Oy; O.Y. | ELF DKUW
FI | oy/ab | Oy Ab; Ab Oy; Ab/Oy; Oy/Ab | ELF DKUW
FI | oyj | Oyj; julkinen osakeyhtiö; Oyj Abp; Abp; publikt aktiebolag | ELF K6VE
FI | ky | Ky; kommandiittiyhtiö | ELF HEOB
FI | ay | Ay; avoin yhtiö; öppet bolag | PRH
FI | tmi | Tmi; toiminimi; T:mi | PRH
FI | osk | osk; osuuskunta; anl; andelslag | ELF EE90
FI | asoy | As Oy; asunto-osakeyhtiö; asunto oy; bostads ab | PRH
EE | as | AS; aktsiaselts | ELF 9LJA
EE | ou | OÜ; osaühing; OU | ELF JC0Y
EE | tu | TÜ; täisühing | ELF I1UP
EE | uu | UÜ; usaldusühing | ELF LA47 LVEQ
EE | fie | FIE; füüsilisest isikust ettevõtja | ELF 3UPJ
EE | mtu | MTÜ; mittetulundusühing | ELF PRTB
EE | saee | SA; sihtasutus | ELF 1NKP
EE | tuh | TÜH; tulundusühistu; ühistu | ELF VSEV
LV | sia | SIA; sabiedrība ar ierobežotu atbildību | ELF ES2D
LV | as | AS; A/S; akciju sabiedrība | ELF VJBO
LV | ik | IK; individuālais komersants | ELF BS22
LV | pslv | PS; pilnsabiedrība | ELF 3LCY
LV | kslv | KS; komandītsabiedrība | ELF 1IPK
LV | zs | ZS; Z/S; zemnieku saimniecība | register UR
LV | kslkoop | KS; kooperatīvā sabiedrība | register UR
AT DE LI BE FR IT LU CZ SK PL HU RO BG ES PT DK SE FI EE HR SI NL | sce | SCE; Europäische Genossenschaft; société coopérative européenne; societas cooperativa europaea; società cooperativa europea; evropská družstevní společnost; európske družstvo; sociedad cooperativa europea; europæisk andelsselskab; SCE-selskab; europakooperativ; eurooppaosuuskunta; europaandelslag; euroopa ühistu; europska zadruga; societate cooperativă europeană; Europese coöperatieve vennootschap; европейско кооперативно дружество; ЕКД | ELF 69H1 SUA1 YBHM 9KGS T1FT 7O89 HRQA FW7S 9YIP UAV1 RXTT 8VRU UWEE U8LM
AT DE LI BE FR IT LU NL ES PT RO CZ SK PL HU BG HR SI GR CY DK SE FI IE GB LV LT EE MT NO | eeig | EEIG; EWIV; Europäische wirtschaftliche Interessenvereinigung; GEIE; groupement européen d'intérêt économique; gruppo europeo di interesse economico; EESV; Europees economisch samenwerkingsverband; A.E.I.E.; AEIE; agrupación europea de interés económico; agrupamento europeu de interesse económico; grupul european de interes economic; EHZS; evropské hospodářské zájmové sdružení; európske zoskupenie hospodárskych záujmov; EZHZ; EZIG; europejskie zgrupowanie interesów gospodarczych; EGE; európai gazdasági egyesülés; ЕОИИ; европейско обединение по икономически интереси; EGIU; europsko gospodarsko interesno udruženje; EGIZ; evropsko gospodarsko interesno združenje; ΕΟΟΣ; Ευρωπαϊκός Όμιλος Οικονομικού Σκοπού; EØFG; europæisk økonomisk firmagruppe; europeisk økonomisk foretaksgruppe; europeisk ekonomisk intressegruppering; ETEY; eurooppalainen taloudellinen etuyhtymä; European economic interest grouping; UKEIG; United Kingdom economic interest grouping; eiropas ekonomisko interešu grupa; europos ekonominių interesų grupė | ELF JNDX 7SJP 634M 5WU6 BI3B 99JD 4V0A RBGQ YVE8 85PM 8UMK RYDY 3OW3 Q2EV QNWW TB2C DRPL RLJO HNWB 363J VYF8 5ULL BGPJ
HR SI | giu | GIU; gospodarsko interesno udruženje; GIZ; gospodarsko interesno združenje | ELF 2FED UDQJ
SI | dvz | d.v.z.; družba za vzajemno zavarovanje | ELF ICQT
SI | zbo | z.b.o.; zadruga brez odgovornosti | ELF TMVE
PL | tuw | TUW; towarzystwo ubezpieczeń wzajemnych | ELF WNX1
GB IE | coopuk | co-operative society; industrial and provident society; I&PS; BenCom; community benefit society | ELF ZZGG IYXU ZJS8
NL | owm | O.W.M.; onderlinge waarborgmaatschappij | ELF DEO1
LU FR | sicaf | SICAF; société d'investissement à capital fixe | ELF BEAN
CH | einzelfirma | Einzelfirma; Einzelunternehmen; raison individuelle; entreprise individuelle; ditta individuale; ragione individuale | ELF AZA0
CH | kommanditag | Kommandit-AG; Kommanditaktiengesellschaft; société en commandite par action; soc. comm. action; società in accomandita per azioni; soc. com. per azioni | ELF W6A7
HU | kht | Kht.; közhasznú társaság | ELF HTJD
LT | uab | UAB; uždaroji akcinė bendrovė; uždarosios akcinės bendrovės | ELF BPLS
LT | ablt/ab | AB; akcinė bendrovė; akcinės bendrovės | ELF 81KA
LT | mb | MB; mažoji bendrija; mažosios bendrijos | ELF SFYA
LT | ii | IĮ; individuali įmonė; individualios įmonės | ELF A338
LT | vsi | VšĮ; viešoji įstaiga; viešosios įstaigos | ELF KWBA
LT | tub | TŪB; tikroji ūkinė bendrija; tikrosios ūkinės bendrijos | ELF DLCX
LT | kub | KŪB; komanditinė ūkinė bendrija; komanditinės ūkinės bendrijos | ELF LUOA
LT | zub | ŽŪB; žemės ūkio bendrovė; žemės ūkio bendrovės | ELF UHNL
LT | vilt | VĮ; valstybės įmonė; valstybės įmonės | ELF 4ZF3
IS | ehf | ehf.; einkahlutafélag | ELF M8SS
IS | hf | hf.; hlutafélag | ELF E4KB
IS | ohf | ohf.; opinbert hlutafélag | Fyrirtækjaskrá
IS | sfis | sf.; sameignarfélag | Fyrirtækjaskrá
IS | slf | slf.; samlagsfélag | ELF 8T79
IS | slhf | slhf.; samlagshlutafélag | ELF 2OJP
IS | svf | svf.; samvinnufélag | Fyrirtækjaskrá
IS | sesis | ses.; sjálfseignarstofnun | Fyrirtækjaskrá
`
