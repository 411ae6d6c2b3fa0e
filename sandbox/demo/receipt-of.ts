export interface Receipt {
  readonly id: string
  readonly state: string
  readonly network: string
  readonly transaction: string | null
  readonly charged: { readonly usd: string; readonly baseUnits: string }
}

/** The receipt that an answer links to; null when it has none. */
export async function receiptOf(response: Response): Promise<Receipt | null> {
  const link = /<([^>]+)>; rel="receipt"/.exec(response.headers.get('link') ?? '')
  if (!link?.[1]) return null
  const receipt = await fetch(link[1])
  return (await receipt.json()) as Receipt
}
