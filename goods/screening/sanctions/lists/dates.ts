const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `10 Dec 1948`, `Dec 1948`, `circa 1948`, `1948 to 1950`, as OFAC writes; null for anything else. */
export function fromWords(text: string): string | null {
  const range = /\b(\d{4})\s*(?:to|-|and)\s*(?:[A-Za-z0-9 ]*?)(\d{4})\b/.exec(text)
  if (range) return `${range[1]}/${range[2]}`
  const day = /^(?:circa )?(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})$/i.exec(text.trim())
  const month = day ? months.indexOf((day[2] ?? '').toLowerCase()) : -1
  if (day && month >= 0) return isoDay(day[3] ?? '', String(month + 1), day[1] ?? '')
  return /\b(1[89]\d\d|20\d\d)\b/.exec(text)?.[1] ?? null
}

/** `10/12/1948` day first, with `dd`, `mm` or `00` for unknown parts, as EU and UK write; null for anything else. */
export function fromSlashes(text: string): string | null {
  const parts = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text.trim())
  if (!parts) return /^\d{4}$/.test(text.trim()) ? text.trim() : fromIso(text)
  const [, day = '', month = '', year = ''] = parts
  return Number(day) > 0 && Number(month) > 0 ? isoDay(year, month, day) : year
}

/** `1948-12-10`, with or without a following time or zone. */
export function fromIso(text: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(text.trim())
  return parts ? isoDay(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '') : null
}

/** YYYY-MM-DD, or the year alone when that day does not exist. */
function isoDay(year: string, month: string, day: string): string {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : year
}
