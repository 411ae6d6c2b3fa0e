import { costSum } from '../components/cost-sum.ts'

/** Works out what so many calls cost, and shows the sum. */
export function startCalculator(): void {
  const section = document.querySelector<HTMLElement>('[data-calculator]')
  const offer = section?.querySelector<HTMLSelectElement>('#calculated')
  const calls = section?.querySelector<HTMLInputElement>('#calls')
  const sum = section?.querySelector<HTMLElement>('[data-sum]')
  if (!section || !offer || !calls || !sum) return
  section.addEventListener('input', () => {
    const isCount = /^[1-9]\d{0,8}$/.test(calls.value)
    sum.textContent = isCount
      ? costSum({
          calls: BigInt(calls.value),
          price: BigInt(offer.value),
          free: BigInt(offer.selectedOptions[0]?.dataset['free'] ?? '0'),
        })
      : 'Enter a whole number of calls.'
  })
}
