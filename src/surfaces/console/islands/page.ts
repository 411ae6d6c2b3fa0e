import { startCalculator } from './calculator.ts'
import { startCalls } from './call-form.ts'
import { startCopying } from './copy.ts'
import { startSearch } from './search.ts'

// What every page loads. Paying is loaded when somebody pays.
startCopying()
startSearch()
startCalculator()
startCalls()

for (const section of document.querySelectorAll<HTMLElement>('[data-pay]')) {
  const button = section.querySelector<HTMLButtonElement>('[data-pay-start]')
  button?.addEventListener('click', () => {
    void import('./pay.ts').then(({ pay }) => pay(section, button))
  })
}
