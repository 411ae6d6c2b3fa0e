import { transliterate } from './transliterate.ts'

/**
 * Legal forms of companies (after ISO 20275, the list of entity legal forms), one a line: the short form first, then other ways to
 * write it, with spaces and dots removed when they are compared. A form that is only a translation of another one is on its line.
 * Forms of two countries share a line only if they have the same letters.
 */
const table = `
ltd; limited; private limited; pvt ltd; private limited company; co ltd; company limited; co limited; pte ltd; pte limited; pty ltd; pty limited; proprietary limited; limited company; ltd co; ltd company; cyf; cyfyngedig; teoranta; 有限公司; 有限责任公司; 有限責任公司; sdn bhd; sendirian berhad
plc; public limited company; public limited; ccc; cpt; berhad; bhd; pcl; public company limited
llc; l l c; limited liability company; ooo; obshchestvo s ogranichennoy otvetstvennostyu; tov; tovarystvo z obmezhenoyu vidpovidalnistyu; tzov; too; tovarishchestvo s ogranichennoy otvetstvennostyu; mchj; mmc
llp; limited liability partnership
lp; limited partnership
inc; incorporated
corp; corporation
co; company; cie; compagnie
gmbh; gesellschaft mit beschrankter haftung; gesmbh; ges m b h; mbh; ggmbh
ug; unternehmergesellschaft; ug haftungsbeschrankt; unternehmergesellschaft haftungsbeschrankt
gmbhcokg; gmbh co kg; gmbh und co kg; gmbh and co kg; gmbh co kommanditgesellschaft; gesellschaft mit beschrankter haftung und co kommanditgesellschaft; gesmbh und co kg
agcokg; ag co kg; ag und co kg
secokg; se co kg; se und co kg
secokgaa; se co kgaa; se und co kgaa
gmbhcokgaa; gmbh co kgaa; gmbh und co kgaa; ag co kgaa; ag und co kgaa
ag; aktiengesellschaft
kgaa; kommanditgesellschaft auf aktien
kg; kommanditgesellschaft; co kg; und co kg
ohg; offene handelsgesellschaft
eg; eingetragene genossenschaft
ev; eingetragener verein
ek; e k; eingetragener kaufmann; e kfm
gbr; gesellschaft burgerlichen rechts
se; societas europaea; europaische gesellschaft
as; a s; akciova spolecnost; akciova spolocnost; akc spol; aktieselskab; aksjeselskap; aktsiaselts; anonim sirketi; anonim sirket; akciju sabiedriba
asa; allmennaksjeselskap
aps; anpartsselskab
is; interessentskab
ks; komanditni spolecnost; k s; kommandittselskap; kom spol
vos; v o s; verejna obchodni spolecnost; verejna obchodna spolocnost
sro; s r o; spol s r o; spolecnost s rucenim omezenym; spolocnost s rucenim obmedzenym; spol sro
zs; z s; zapsany spolek
sp; s p; statni podnik
spzoo; sp z o o; sp zoo; spolka z ograniczona odpowiedzialnoscia; spolka z o o; spolka zoo; sp z oo
spk; sp k; spolka komandytowa
spzoospk; sp z o o sp k; sp zoo sp k; spolka z ograniczona odpowiedzialnoscia spolka komandytowa; sp z o o sp komandytowa
spj; sp j; spolka jawna
psa; prosta spolka akcyjna
ska; s k a; spolka komandytowo akcyjna
sa; s a; societe anonyme; sociedad anonima; sociedade anonima; spolka akcyjna; societatea pe actiuni; sociedad anonima unipersonal; sau; anonymi etaireia; ae; a e
spa; s p a; societa per azioni; societe par actions
srl; s r l; societa a responsabilita limitata; societate cu raspundere limitata; sociedad de responsabilidad limitada; soc a r l
srls; s r l s; societa a responsabilita limitata semplificata
snc; s n c; societa in nome collettivo; societe en nom collectif
sas; s a s; societe par actions simplifiee; sociedad por acciones simplificada; societa in accomandita semplice
sasu; societe par actions simplifiee unipersonnelle
sarl; s a r l; s a r l au; societe a responsabilite limitee
eurl; entreprise unipersonnelle a responsabilite limitee
sci; societe civile immobiliere
sca; s c a; societe en commandite par actions
scs; societe en commandite simple
sl; s l; sociedad limitada; slu; s l u; sociedad limitada unipersonal
sc; s c; spolka cywilna; societe civile
scoop; s coop; sociedad cooperativa; soc coop; societa cooperativa
sadecv; s a de c v; sociedad anonima de capital variable; sab de cv; s a b de c v; sapi de cv
srldecv; s de r l de c v; s de rl de cv
ltda; limitada; l t d a; sociedade limitada
lda; l d a
eireli; eirl
bv; b v; besloten vennootschap; besloten vennootschap met beperkte aansprakelijkheid
bvba; b v b a; sprl; s p r l; besloten vennootschap met beperkte aansprakelijkheid bvba
nv; n v; naamloze vennootschap
savnv; sa nv; nv sa
vof; v o f; vennootschap onder firma
cv; c v; commanditaire vennootschap
asbl; vzw; association sans but lucratif; vereniging zonder winstoogmerk
stichting; foundation stichting
ab; aktiebolag; aktiebolaget; osakeyhtio ab
abpubl; ab publ; aktiebolag publ; aktiebolaget publ
hb; handelsbolag
kb; kommanditbolag
oy; osakeyhtio; oy ab; ab oy
oyj; julkinen osakeyhtio; oyj abp; abp
ky; kommandiittiyhtio
ehf; einkahlutafelag
hf; hlutafelag
ou; osauhing
tu; taisuhing
sia; sabiedriba ar ierobezotu atbildibu
uab; uzdaroji akcine bendrove
ablt; akcine bendrove
mb; mazoji bendrija
kft; korlatolt felelossegu tarsasag
zrt; zartkoruen mukodo reszvenytarsasag; zartkoru reszvenytarsasag
nyrt; nyilvanosan mukodo reszvenytarsasag
rt; reszvenytarsasag
bt; beteti tarsasag
kkt; kozkereseti tarsasag
doo; d o o; drustvo s ogranicenom odgovornoscu; drustvo sa ogranicenom odgovornoscu; druzba z omejeno odgovornostjo; drustvo so ogranicena odgovornost; dooel
dd; d d; dionicko drustvo; delniska druzba
jdoo; j d o o; jednostavno drustvo s ogranicenom odgovornoscu
ad; a d; akcionarsko drustvo; aktsionerno druzhestvo
ood; druzhestvo s ogranichena otgovornost
eood; ednolichno druzhestvo s ogranichena otgovornost
ead; ednolichno aktsionerno druzhestvo
et; ednolichen targovets
epe; e p e; etairia periorismenis efthynis
ike; i k e; idiotiki kefalaiouchiki etaireia
oe; o e; omorrythmi etairia
jsc; joint stock company; ao; aktsionernoe obshchestvo
pjsc; public joint stock company; pao; publichnoe aktsionernoe obshchestvo; pat; publichne aktsionerne tovarystvo
ojsc; open joint stock company; oao; otkrytoe aktsionernoe obshchestvo
cjsc; closed joint stock company; zao; zakrytoe aktsionernoe obshchestvo
prjsc; private joint stock company; prat; pryvatne aktsionerne tovarystvo
nao; nepublichnoe aktsionernoe obshchestvo
fgup; federalnoe gosudarstvennoe unitarnoe predpriyatie
ip; individualnyy predprinimatel
ltdsti; ltd sti; limited sirketi; limited sirket; ltd sirketi; ltd st
fze; free zone establishment
fzco; fzc; fz co; free zone company; fz llc; fzllc
wll; w l l; with limited liability; spc
bsc; b s c; bahrain shareholding company
saog; saoc; s a o g; s a o c
kscp; kscc; ksc; k s c
qsc; qpsc; q s c
sae; s a e
sal; s a l
pjs; private joint stock
kk; k k; kabushiki kaisha; kabushikikaisha; 株式会社; 주식회사; jusik hoesa; chusik hoesa
gk; g k; godo kaisha; godo gaisha; 合同会社
yk; yugen kaisha; 有限会社; 유한회사
jszc; joint stock limited company; 股份有限公司
pt; p t; perseroan terbatas; pt tbk
tbk; t b k
cc; close corporation
npc; non profit company
ctcp; cong ty co phan
tnhh; cong ty tnhh; cong ty trach nhiem huu han
`

interface Forms {
  readonly byLetters: ReadonlyMap<string, string>
  /** Forms in scripts without spaces, which are joined with the name, the longest first. */
  readonly unspaced: readonly (readonly [string, string])[]
  readonly maxWords: number
}

const forms = readForms()

function readForms(): Forms {
  const byLetters = new Map<string, string>()
  const unspaced: [string, string][] = []
  let maxWords = 1
  for (const line of table.trim().split('\n')) {
    const spellings = line.split(';').map((spelling) => spelling.trim())
    const [short = ''] = spellings
    for (const spelling of spellings) {
      if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(spelling)) unspaced.push([spelling, short])
      const letters = lettersOf(spelling)
      if (!byLetters.has(letters)) byLetters.set(letters, short)
      maxWords = Math.max(maxWords, spelling.split(' ').length)
    }
  }
  unspaced.sort(([one], [other]) => other.length - one.length)
  return { byLetters, unspaced, maxWords }
}

function lettersOf(text: string): string {
  return transliterate(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Forms that also begin ordinary names, so that they count only at the end. */
const onlyAtEnd = new Set(
  'co corp inc is sc cc sp ip mb cv ev eg ek et tu oe ag hb kb bt rt dd hf sal sae psa lp ks ky stichting pjs spa se'.split(' '),
)
/** Forms that are left out beside another one: "Co., Ltd." is limited, "PT … Tbk" is a PT. */
const omittedBesideOthers = new Set(['co', 'tbk'])

interface Lettered {
  /** Lower-case Latin letters and digits. */
  readonly text: string
}

/** The words of a company's name without its legal forms, and the forms, each by its short name. */
export interface NameAndForms<Word> {
  readonly words: Word[]
  readonly forms: ReadonlySet<string>
}

/**
 * Takes legal forms off the end and the beginning of a company's name, in any of the usual spellings. A name that is nothing but
 * legal forms keeps its words.
 */
export function withoutLegalForms<Word extends Lettered>(words: readonly Word[]): NameAndForms<Word> {
  const found = new Set<string>()
  let [start, end] = [0, words.length]
  for (let size = longest('end', words, start, end); size > 0; size = longest('end', words, start, end)) {
    found.add(formOf(words, end - size, end) ?? '')
    end -= size
  }
  for (let size = longest('start', words, start, end); size > 0; size = longest('start', words, start, end)) {
    found.add(formOf(words, start, start + size) ?? '')
    start += size
  }
  if (found.size > 1) for (const form of omittedBesideOthers) found.delete(form)
  return { words: words.slice(start, end), forms: found }
}

/** How many words at one end are the longest legal form there. At least one word is left. */
function longest(at: 'start' | 'end', words: readonly Lettered[], start: number, end: number): number {
  for (let size = Math.min(forms.maxWords, end - start - 1); size > 0; size--) {
    const form = at === 'end' ? formOf(words, end - size, end) : formOf(words, start, start + size)
    if (form !== undefined && (at === 'end' || !onlyAtEnd.has(form))) return size
  }
  return 0
}

function formOf(words: readonly Lettered[], start: number, end: number): string | undefined {
  return forms.byLetters.get(
    words
      .slice(start, end)
      .map(({ text }) => text)
      .join(''),
  )
}

/** Separates legal forms in Chinese, Japanese and Korean from the name with which they are joined. */
export function separateUnspacedForms(name: string): string {
  for (const [spelling] of forms.unspaced) {
    if (name.startsWith(spelling)) return `${spelling} ${name.slice(spelling.length)}`
    if (name.endsWith(spelling)) return `${name.slice(0, -spelling.length)} ${spelling}`
  }
  return name
}
