import type { Purchase } from './purchase.ts'

interface Receipt {
  readonly state: string
  readonly network: string
  readonly charged: { readonly baseUnits: string }
}

const atOnce = 16
const answered: ReadonlySet<string> = new Set(['settled', 'free', 'uncharged', 'reversed', 'credit'])

/** Reads the receipt of every answer from the service. Returns one line per wrong receipt. */
export async function checkReceipts(url: string, purchases: readonly Purchase[]): Promise<string[]> {
  const wrong: string[] = []
  const waiting = purchases.filter(({ answers }) => answers.length > 0)
  const work = async () => {
    for (let purchase = waiting.pop(); purchase; purchase = waiting.pop()) {
      const fault = await faultOf(url, purchase)
      if (fault !== null) wrong.push(`purchase ${purchase.number}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return wrong
}

async function faultOf(url: string, { answers, amount, network }: Purchase): Promise<string | null> {
  const ids = [...new Set(answers.map(({ receipt }) => receipt))]
  if (ids.length !== 1 || ids[0] === null) return `its answers link to the receipts ${ids.join(', ')}`
  const response = await fetch(`${url}/v1/receipts/${ids[0]}`)
  if (response.status !== 200) return `its receipt is answered with ${response.status}`
  const receipt = (await response.json()) as Receipt
  if (!answered.has(receipt.state)) return `its receipt says ${receipt.state}`
  if (receipt.network !== network) return `its receipt names ${receipt.network}`
  const charged = receipt.state === 'settled' ? amount : 0n
  return receipt.charged.baseUnits === String(charged) ? null : `its receipt says that ${receipt.charged.baseUnits} were charged`
}
