/**
 * Other words that registers add to a company's name, in the form of `form-rows.ts`. `note` says something of the company that does not
 * tell it from others. `branch` follows the name of a company abroad. `alias` stands between two names of one company.
 */
export const noteRows = `
IT CH SM | note | a socio unico; con socio unico; con unico socio; ad unico socio; socio unico; unipersonale; società unipersonale; società a socio unico; società benefit; impresa sociale; società con unico socio; a capitale ridotto; start-up innovativa; startup innovativa; PMI innovativa; ONLUS | c.c. art. 2250
ES | note | unipersonal; sociedad unipersonal; sociedad profesional; de responsabilidad limitada unipersonal | LSC art. 13
PT | note | unipessoal; sociedade unipessoal; sociedade aberta; empresa municipal | CSC art. 270-B
FR BE LU CH | note | à associé unique; unipersonnelle; à capital variable; à capital fixe; à mission; société à mission; de droit public; société de droit public; à finalité sociale; à directoire et conseil de surveillance; à conseil d'administration | C. com. L223-1, L231-1
NL BE | note | met sociaal oogmerk; van publiek recht | WVV
GR CY | note | μονοπρόσωπη; μον.; μονοπρόσωπος; single member; single-member; singlemember; monoprosopi | ν. 4548/2018
GB IE MT CY | note | limited by guarantee; limited by shares; without share capital; not for profit; non-profit | Companies Act 2014
DE AT CH LI | note | haftungsbeschränkt; haftungsbeschr.; mit beschränkter Haftung; gemeinnützig; gemeinnützige | GmbHG § 5a
SE FI | note | publ; p.u.b.l.; i ombildning | ABL kap. 1 § 2, kap. 2
RO MD | note | S.C.=srl+sa+snc+scs+sca; societate comercială; societatea comercială; societatea; SC=srl+sa+snc+scs+sca | Legea 31/1990
HU | note | egyszemélyes; közhasznú; kiemelkedően közhasznú | Ctv.
CZ SK | note | společnost zapsaná v obchodním rejstříku | OZ
* | note | persero | ISO 20275
DE AT CH LI | branch | Zweigniederlassung; Niederlassung; Betriebsstätte; ZNL | HGB § 13d
FR BE LU CH | branch | succursale; succursale de; succursale en; établissement stable; succursale belge; succursale française | Sirene
NL BE | branch | bijkantoor; filiaal; Belgisch bijkantoor; Nederlands bijkantoor | KvK
IT | branch | sede secondaria; succursale; filiale; stabile organizzazione; filiale italiana; sede secondaria italiana; sede secondaria in Italia | c.c. art. 2508
ES PT | branch | sucursal; sucursal en España; sucursal em Portugal; representação permanente; establecimiento permanente | RRM
RO | branch | sucursala; punct de lucru; reprezentanța | Legea 31/1990
PL | branch | oddział w Polsce; oddział; spółka akcyjna oddział w Polsce | ustawa o zasadach uczestnictwa
CZ SK | branch | organizační složka; organizačná zložka; odštěpný závod; odštepný závod; organizační složka podniku; organizačná zložka podniku zahraničnej osoby; org. složka; org. zložka | OZ § 503
HU | branch | magyarországi fióktelepe; fióktelep; fióktelepe; magyarországi fióktelep | 1997. évi CXXXII. törvény
BG | branch | клон; клон България; клон София; клон чуждестранен; branch Bulgaria | ТЗ
HR SI | branch | podružnica; podružnica Zagreb; glavna podružnica; podružnica v Sloveniji; podružnica u Hrvatskoj | ZTD
GR CY | branch | υποκατάστημα; υποκατάστημα Ελλάδας; υποκατάστημα Αθηνών; ypokatastima | Γ.Ε.ΜΗ.
GB IE MT CY | branch | branch; UK branch; Irish branch; London branch; UK establishment; branch office | Companies House
DK NO SE FI | branch | filial; dansk filial; norsk filial; svensk filial; filial Sverige; filial Danmark; filial i Finland; sivuliike; sivuliike Suomessa; Suomen sivuliike; filial i Sverige; filial af | PRH, Bolagsverket
EE LV LT | branch | filiaal; Eesti filiaal; filiāle; Latvijas filiāle; filialas; Lietuvos filialas | ÄS, KL, CK
IS | branch | útibú; útibú á Íslandi | Fyrirtækjaskrá
IT | alias | in forma abbreviata; o in forma abbreviata; in breve; o in breve; o, in breve; in sigla; o in sigla; siglabile; abbreviabile in; denominata anche; denominazione abbreviata; ovvero in breve; in forma breve; brevemente; in forma contratta | c.c.
FR BE LU CH | alias | en abrégé; en abrégée; ou en abrégé; dénomination abrégée; nom commercial; enseigne; sigle; exerçant sous l'enseigne; en sigle; dite; sous l'enseigne | C. com.
NL BE | alias | in het kort; afgekort; verkort; in het Frans; in het Nederlands; en néerlandais; en français; handelend onder de naam; h.o.d.n.; tevens handelend onder de naam; t.h.o.d.n.; auf Deutsch; en allemand; in het Duits | WVV, Handelsregisterwet
DE AT CH LI | alias | kurz; abgekürzt; in Abkürzung; Kurzform; handelnd unter; firmierend als; auch firmierend als; genannt | HGB § 17
GB IE MT CY | alias | trading as; t/a; t/as; doing business as; d/b/a; dba; also known as; a.k.a. | Companies Act 2006
ES PT | alias | en anagrama; en abreviatura; en siglas; abreviadamente; anagrama; nombre comercial; nome comercial; em abreviatura; em sigla; o abreviadamente; o en anagrama | RRM
PL | alias | w skrócie; skrót firmy; w skrócie firma; nazwa skrócona | KSH
CZ SK | alias | zkráceně; ve zkratce; zkratka; skrátene; v skratke; zkrácený název; skrátený názov | OZ
HU | alias | rövidített neve; rövidített név; röviden; rövid neve | Ctv.
RO | alias | prescurtat; pe scurt; abreviat; denumire prescurtată | Legea 31/1990
BG | alias | съкратено; накратко | ТЗ
HR SI | alias | skraćeno; skraćena tvrtka; skraćeni naziv; skrajšano; skrajšana firma; krajše; kratica | ZTD, ZGD-1
GR CY | alias | διακριτικός τίτλος; με διακριτικό τίτλο; δ.τ.; και δ.τ.; και διακριτικό τίτλο; με δ.τ.; με το διακριτικό τίτλο; με τον διακριτικό τίτλο; d.t.; διακρ. τίτλος | ν. 4548/2018
DK NO SE FI | alias | binavn; aputoiminimi; bifirma; rinnakkaistoiminimi; parallellfirma; under navnet; i kortform; forkortet | PRH, Bolagsverket
EE LV LT | alias | lühendatult; lühend; saīsināti; saīsinātais nosaukums; sutrumpintai; trumpasis pavadinimas | ÄS, KL, CK
IS | alias | skammstafað; stytt | Fyrirtækjaskrá
`
