import { usdOf } from './money.ts'

/** Works out what so many calls cost, and shows the sum. */
export function startCalculator(): void {
  const section = document.querySelector<HTMLElement>('[data-calculator]')
  const offer = section?.querySelector<HTMLSelectElement>('#calculated')
  const calls = section?.querySelector<HTMLInputElement>('#calls')
  const sum = section?.querySelector<HTMLElement>('[data-sum]')
  if (!section || !offer || !calls || !sum) return
  section.hidden = false
  const free = BigInt(section.dataset['free'] ?? '0')
  const show = () => {
    if (!/^[1-9]\d{0,8}$/.test(calls.value)) return void (sum.textContent = 'Enter a whole number of calls.')
    const asked = BigInt(calls.value)
    const isQuota = offer.selectedOptions[0]?.dataset['free'] === 'yes'
    const paid = isQuota && asked > free ? asked - free : isQuota ? 0n : asked
    const price = BigInt(offer.value)
    const day = paid * price
    const start = isQuota ? `${asked} calls - ${asked - paid} free = ${paid} paid calls. ` : ''
    sum.textContent = `${start}${paid} × $${usdOf(price)} = $${usdOf(day)} a day, $${usdOf(day * 30n)} in 30 days. You pay no gas.`
  }
  section.addEventListener('input', show)
  show()
}
