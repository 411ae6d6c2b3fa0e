"""Words with an opposite, and words with the same meaning, as pairs of forms; written for this project."""

OPPOSITES = """
increased decreased|increase decrease|increases decreases|increasing decreasing|rose fell|rise fall|rises falls|rising falling|grew shrank
won lost|win lose|wins loses|winning losing|gained lost|gain loss|began ended|begin end|begins ends|started stopped|start stop|starts stops
opened closed|open closed|opens closes|opening closing|joined left|joining leaving|accepted rejected|accept reject|accepts rejects
approved rejected|allowed prohibited|allow prohibit|allows prohibits|permitted forbidden|supported opposed|support oppose|supports opposes
included excluded|include exclude|includes excludes|including excluding|created destroyed|built demolished|arrived departed|arrives departs
bought sold|buy sell|buys sells|imported exported|imports exports|import export|before after|above below|over under|inside outside|within outside
first last|earliest latest|early late|earlier later|oldest youngest|older younger|old new|largest smallest|larger smaller|large small|big small
biggest smallest|highest lowest|higher lower|high low|longest shortest|longer shorter|long short|best worst|better worse|good bad|strong weak
stronger weaker|rich poor|wealthy poor|fast slow|faster slower|fastest slowest|easy difficult|easier harder|simple complex|cheap expensive
hot cold|warm cool|wet dry|heavy light|wide narrow|deep shallow|thick thin|full empty|public private|male female|men women|man woman|boys girls
father mother|son daughter|brother sister|husband wife|king queen|he she|his her|northern southern|north south|eastern western|east west
northeast southwest|northwest southeast|left right|upper lower|top bottom|front back|major minor|majority minority|more less|most least|many few
maximum minimum|positive negative|legal illegal|possible impossible|likely unlikely|able unable|common rare|frequent rare|frequently rarely
often rarely|usually rarely|always never|everyone nobody|everything nothing|safe dangerous|successful unsuccessful|succeeded failed|succeed fail
success failure|true false|correct incorrect|right wrong|known unknown|popular unpopular|active inactive|alive dead|born died|permanent temporary
temporarily permanently|voluntary mandatory|optional required|formal informal|domestic foreign|internal external|national local|rural urban
ancient modern|guilty innocent|peace war|ally enemy|allies enemies|friend enemy|friends enemies|victory defeat|attack defend|attacked defended
teacher student|buyer seller|employer employee|present absent|day night|morning evening|summer winter|spring autumn|life death|love hate|loved hated
liked disliked|agreed disagreed|agree disagree|agrees disagrees|agreement disagreement|appeared disappeared|connected disconnected|unite divide
united divided|unified divided|expanded contracted|expand shrink|expanding shrinking|improved worsened|improve worsen|improves worsens
strengthened weakened|strengthen weaken|encouraged discouraged|encourage discourage|encourages discourages|enabled prevented|enable prevent
enables prevents|raised lowered|raise lower|accelerated slowed|remembered forgot|hired fired|granted denied|grant deny|confirmed denied|confirm deny
signed rejected|ratified rejected|proved disproved|independent dependent|independence dependence|stable unstable|stability instability
regular irregular|similar different|same different|equal unequal|together separately|directly indirectly|direct indirect|fully partially
partly fully|exactly roughly|quickly slowly|rapidly slowly|recently long ago|annual monthly|annually monthly|daily weekly|monthly weekly
urged discouraged|demanded refused|remained ceased|continued stopped|continue stop|continues stops|kept lost|retained lost|established abolished
establish abolish|founded dissolved|introduced abolished|added removed|add remove|adds removes|launched cancelled|released withheld|published suppressed
advantage disadvantage|advantages disadvantages|benefit harm|benefits harms|profit loss|profits losses|credit debit|income expenditure|revenue cost
coastal landlocked|mountainous flat|tropical arctic|fresh salt|natural artificial|solid liquid|visible invisible|global local|liberal conservative
democratic authoritarian|elected appointed|civilian military|primary secondary|optimistic pessimistic|patient impatient|polite rude|useful useless
helpful unhelpful|careful careless|accessible inaccessible|available unavailable|effective ineffective|efficient inefficient|complete incomplete
sufficient insufficient|adequate inadequate|appropriate inappropriate|official unofficial|responsible irresponsible|aware unaware|certain uncertain
""".strip().replace('\n', '|')

SYNONYMS = """
began started|begin start|begins starts|large big|largest biggest|small little|bought purchased|buy purchase|buys purchases|help assist|helps assists
helped assisted|show demonstrate|shows demonstrates|showed demonstrated|use utilize|uses utilizes|used utilized|make create|makes creates|built constructed
build construct|near close to|about approximately|approximately about|around about|also too|many numerous|several a number of|various several
people persons|children kids|film movie|films movies|country nation|countries nations|city town|job position|important significant|difficult hard
quickly rapidly|fast quick|end finish|ended finished|ends finishes|get obtain|gets obtains|got obtained|give provide|gives provides|gave provided
need require|needs requires|needed required|try attempt|tries attempts|tried attempted|ask request|asked requested|tell inform|told informed
choose select|chose selected|keep retain|kept retained|think believe|thinks believes|thought believed|say state|says states|said stated|died passed away
wrote authored|won was victorious in|live reside|lives resides|lived resided|work function|works functions|find discover|finds discovers|found discovered
change alter|changes alters|changed altered|increase growth in|decrease reduction in|allow permit|allows permits|allowed permitted|stop halt|stopped halted
leader head|leaders heads|war conflict|wars conflicts|area region|areas regions|part portion|parts portions|company firm|companies firms|car vehicle
house home|doctor physician|lawyer attorney|money funds|goal aim|goals aims|problem issue|problems issues|result outcome|results outcomes|idea concept
because since|although though|however nevertheless|therefore thus|often frequently|usually generally|mostly mainly|main principal|new recent|old former
total overall|yearly annual|each every|whole entire|enough sufficient|correct right|wrong incorrect|rich wealthy|famous well-known|beautiful attractive
happy glad|sad unhappy|angry furious|strong powerful|weak feeble|smart intelligent|easy simple|hard tough|cheap inexpensive|expensive costly
join become part of|joined became part of|left departed from|established set up|founded established|created formed|released issued|announced declared
occupied took control of|controlled governed|defeated beat|attacked assaulted|killed slain|receive get|receives gets|received got|include contain
includes contains|included contained|improve enhance|improves enhances|improved enhanced|ensure guarantee|ensures guarantees|provide supply
provides supplies|provided supplied|support back|supports backs|supported backed|agency organization|agencies organizations|government administration
users people who use it|website site|websites sites|data information|guide handbook|learn find out|learned found out|meeting gathering|event occasion
located situated|border boundary|borders boundaries|population number of inhabitants|independence sovereignty|constitution basic law|election vote|elections votes
""".strip().replace('\n', '|')

NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']


def opposites() -> dict[str, str]:
    """Both directions; the first pair of a word counts."""
    found: dict[str, str] = {}
    for pair in OPPOSITES.split('|'):
        first, _, second = pair.partition(' ')
        found.setdefault(first, second)
        if ' ' not in second:
            found.setdefault(second, first)
    return found


def synonyms() -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in SYNONYMS.split('|'):
        first, _, second = pair.partition(' ')
        found.setdefault(first, second)
        if ' ' not in second:
            found.setdefault(second, first)
    return found
