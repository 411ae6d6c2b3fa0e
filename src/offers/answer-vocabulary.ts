/** What a text or a number in an answer is. */
export type FigureKind =
  | 'time'
  | 'date'
  | 'period'
  | 'decimal'
  | 'usd'
  | 'eur'
  | 'usdc'
  | 'base units'
  | 'address'
  | 'network'
  | 'transaction'
  | 'hash'
  | 'uri'
  | 'currency'
  | 'country'
  | 'id'
  | 'text'
  | 'foreign text'
  | 'document'
  | 'share'
  | 'percent'
  | 'basis points'
  | 'score'
  | 'points'
  | 'count'
  | 'ordinal'
  | 'quantity'
  | 'statistic'
  | 'market number'

/** How members of one kind are called. */
export interface NamingRule {
  readonly kind: FigureKind
  /** Names of this kind, and of no other one. */
  readonly names: RegExp
  /** Whether a member of this kind must have such a name; else it may have another one, such as the role of an address. */
  readonly always: boolean
}

/** Members are camelCase, except for names that clients know (below). */
export const memberCase = /^[a-z][a-zA-Z0-9]*$/

export const namingRules: readonly NamingRule[] = [
  { kind: 'time', names: /(?:At|Since|Until)$|^(?:timestamp|nextFrom)$/, always: true },
  { kind: 'date', names: /^date$|Date$/, always: true },
  { kind: 'period', names: /^period$/, always: true },
  { kind: 'usd', names: /^usd$|(?<![Pp]er)Usd$/, always: true },
  { kind: 'eur', names: /^eur$|(?<![Pp]er)Eur$/, always: true },
  { kind: 'usdc', names: /^usdc$|Usdc$/, always: true },
  { kind: 'base units', names: /^baseUnits$|BaseUnits$/, always: true },
  { kind: 'address', names: /^address$|Address$|^contract$/, always: false },
  { kind: 'network', names: /^network$|Network$/, always: true },
  { kind: 'transaction', names: /^transaction$|Transaction$/, always: true },
  { kind: 'uri', names: /^ur[il]$|Ur[il]$/, always: false },
  { kind: 'currency', names: /^currency$/, always: false },
  { kind: 'country', names: /^country$/, always: true },
  { kind: 'share', names: /^(?:share|confidence|similarity|probability|percentile)$|Share$/, always: true },
  { kind: 'percent', names: /^percent$|Percent$/, always: true },
  { kind: 'basis points', names: /Bps$/, always: true },
  { kind: 'score', names: /^score$|^(?:trust|risk)Score$/, always: true },
  { kind: 'points', names: /^points$|Points$/, always: true },
  { kind: 'count', names: /^count$|Count(?:\d+[hd])?$|PerDay$/, always: true },
  { kind: 'ordinal', names: /^(?:rank|number|decimals)$|Rank$|^blockNumber$/, always: true },
  { kind: 'quantity', names: /^(?:minutes|hours|bytes)$|(?:Seconds|Minutes|Hours|Blocks|Bytes|Pixels)$/, always: true },
  { kind: 'document', names: /^data$/, always: true },
  // Money is named by its unit and is exact, so that a number in a float has one of the names that clients know, or none.
  { kind: 'market number', names: /^(?!)$/, always: true },
]

/** Names that mean what another one says already, with the one to use. */
export const replacedNames: Readonly<Record<string, string>> = {
  asOf: 'observedAt',
  lastUpdated: 'observedAt',
  updatedAt: 'observedAt',
  fetchedAt: 'observedAt',
  observed: 'observedShare',
  at: 'occurredAt',
  time: 'startsAt or occurredAt',
  start: 'startsAt',
  end: 'endsAt',
  published: 'publishedAt',
  modified: 'modifiedAt',
  chain: 'network',
  chains: 'networks',
  txHash: 'transaction',
  transactionHash: 'transaction',
  block: 'blockNumber',
  door: 'dataset',
  doors: 'datasets',
  ratio: 'share',
  percentage: 'percent',
  pct: 'percent',
  why: 'reason',
  simulated: 'meta.simulated',
}

/** Endings that mean what another one says already. */
export const replacedEndings: Readonly<Record<string, string>> = {
  Formatted: 'the plain name, with BaseUnits on the other one',
  Because: 'Reason',
  On: 'Date',
  Time: 'At',
  Ratio: 'Share',
  Percentage: 'Percent',
}

/** Members whose names clients knew before these rules, and members beside them that hold the same kind of figure. */
export interface NamedBySpecification {
  readonly offers: readonly string[]
  /** `data.candles[].open`; `{}` is any member of a map. */
  readonly members: readonly string[]
  /** Why they keep their names. */
  readonly because: string
}

const coinMembers = ['price', 'priceChange24h', 'marketCap', 'volume24h']
const within = (path: string, members: readonly string[]) => members.map((member) => `${path}.${member}`)
const deepAnalysis = ['trust_score', 'risk_level', 'behavioral_signals']

/** The only members that may break the rules above. */
export const namedBySpecification: readonly NamedBySpecification[] = [
  {
    offers: ['settlement-estimate', 'offramp-estimate'],
    members: within('data', ['usdcAmount', 'usdcAmountFormatted', 'eurRate', 'netEurAmount', 'estimatedSepaTime', 'simulated']),
    because: 'clients know these names',
  },
  { offers: ['settlement-estimate', 'offramp-estimate'], members: ['data.grossEurAmount'], because: 'beside netEurAmount' },
  { offers: ['market-price'], members: [...within('data', coinMembers), 'data.lastUpdated'], because: 'clients know these names' },
  { offers: ['market-trending'], members: within('coins[]', coinMembers), because: 'as in market-price' },
  { offers: ['crypto-prices'], members: within('prices[]', coinMembers), because: 'as in market-price' },
  {
    offers: ['company-signals', 'data-tenders'],
    members: within('data', ['next_since', 'has_more']),
    because: 'the specification names them',
  },
  {
    offers: ['sentiment', 'sentiment-llm'],
    members: ['score', 'sentences[].score'],
    because: 'the usual name for -1 to 1 in sentiment services',
  },
  { offers: ['summarize'], members: ['sentences[].score'], because: 'beside the score of sentiment; 0 to 1' },
  { offers: ['translate'], members: ['coverage'], because: 'the usual name for it in translation services' },
  { offers: ['discovery'], members: ['endpoints{}.restsOn'], because: 'it is no day: what an answer rests on' },
  { offers: ['deep-analysis'], members: deepAnalysis, because: 'clients know these names' },
  { offers: ['deep-analysis-batch'], members: within('results[].result', deepAnalysis), because: 'clients know these names' },
]
