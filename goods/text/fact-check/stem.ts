/**
 * The stem of an English word, so that forms of one word are equal: `increased` and `increasing`, `won` and `win`. It serves
 * comparison only: it is often not a word itself. Linear time.
 */
export function stem(lower: string): string {
  const known = irregular.get(lower)
  if (known !== undefined) return known
  return withoutEnding(lower)
}

function withoutEnding(word: string): string {
  let rest = word.replace(/['’]s?$/u, '')
  if (rest.length > 4 && rest.endsWith('ies')) return `${rest.slice(0, -3)}i`
  if (rest.length > 4 && /(?:sses|xes|ches|shes|zzes)$/u.test(rest)) rest = rest.slice(0, -2)
  else if (rest.length > 3 && rest.endsWith('s') && !/(?:ss|us|is)$/u.test(rest)) rest = rest.slice(0, -1)
  if (rest.length > 5 && rest.endsWith('ied')) return `${rest.slice(0, -3)}i`
  if (rest.length > 5 && rest.endsWith('ing')) rest = withoutDouble(rest.slice(0, -3))
  else if (rest.length > 4 && rest.endsWith('ed') && !rest.endsWith('eed')) rest = withoutDouble(rest.slice(0, -2))
  if (rest.length > 5 && rest.endsWith('ly')) rest = rest.slice(0, -2)
  if (rest.length > 3 && rest.endsWith('e')) rest = rest.slice(0, -1)
  if (rest.length > 3 && rest.endsWith('y')) rest = `${rest.slice(0, -1)}i`
  return rest
}

/** `winn` of `winning` is `win`; `fall` and `pass` stay. */
const withoutDouble = (rest: string) => (/([bdgmnprt])\1$/u.test(rest) ? rest.slice(0, -1) : rest)

const forms = `be am is are was were been being 's 're 'm; have has had having 've; do does did done doing; go goes went gone going;
win won winning wins; lose lost loses losing; rise rose risen; fall fell fallen; grow grew grown; begin began begun; become became;
give gave given; take took taken; make made makes making; say said says; write wrote written; know knew known; see saw seen;
get got gotten; come came; run ran; find found finds finding; found founded founding founds; leave left leaves leaving; keep kept;
lead led; hold held; bring brought; buy bought; sell sold; send sent; spend spent; build built; pay paid; meet met; teach taught;
think thought; catch caught; fight fought; seek sought; feel felt; tell told; speak spoke spoken; break broke broken; choose chose
chosen; drive drove driven; eat ate eaten; fly flew flown; draw drew drawn; throw threw thrown; show shown; wear wore worn; bear bore
borne; steal stole stolen; freeze froze frozen; forget forgot forgotten; hide hid hidden; ride rode ridden; sing sang sung; sink
sank sunk; swim swam swum; drink drank drunk; shrink shrank shrunk; ring rang rung; sit sat; stand stood; understand understood;
lend lent; bend bent; lay laid; die died dies dying; lie lay lain lying; man men; woman women; child children; person people persons;
foot feet; tooth teeth; mouse mice; wife wives; life lives; half halves; leaf leaves; self selves; wolf wolves; good better best;
bad worse worst; many more most; little less least; far further furthest farther; can could; will would 'll; shall should; may might;
analysis analyses; basis bases; crisis crises; datum data; criterion criteria; bacterium bacteria; phenomenon phenomena;
series series; species species; strike struck; shoot shot; bite bit bitten; feed fed; breed bred; deal dealt; dig dug; hang hung;
sleep slept; sweep swept; wind wound; bind bound; grind ground; swear swore sworn; tear tore torn; wake woke woken; weave wove woven;
arise arose arisen; forbid forbade forbidden; overcome overcame; undergo underwent undergone; withdraw withdrew withdrawn`

const irregular = new Map(
  forms.split(';').flatMap((line) => {
    const words = line.trim().split(/\s+/)
    const base = withoutEnding(words[0] ?? '')
    return words.map((word) => [word, base] as const)
  }),
)
// "saw" and "left", "found" and "lay" have two readings: the more frequent one in prose wins.
irregular.set('found', 'find').set('left', 'left').set('lay', 'lay').set('leaves', 'leav').set('ground', 'ground').set('wound', 'wound')
