/** Filters the catalog while somebody types. The form behind it works without this. Ctrl-K goes to it. */
export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('[data-search]')
  const input = form?.querySelector<HTMLInputElement>('input[type=search]')
  if (!form || !input) return
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  // A page that was made for a search has only its offers, so what is typed there is looked for by the form.
  if (new URLSearchParams(location.search).size > 0) return
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => filter(form))
  filter(form)
}

function filter(form: HTMLFormElement): void {
  const asked = new FormData(form)
  const words = valueOf(asked, 'q').toLowerCase().split(/\s+/).filter(Boolean)
  const [line, cost] = [valueOf(asked, 'line'), valueOf(asked, 'cost')]
  let [shown, all] = [0, 0]
  for (const section of document.querySelectorAll<HTMLElement>('[data-line]')) {
    let shownHere = 0
    for (const offer of section.querySelectorAll<HTMLElement>('[data-offer]')) {
      const { text = '', cost: costOf = '' } = offer.dataset
      const isWanted =
        (line === '' || section.dataset['line'] === line) &&
        (cost === 'any' || costOf === cost) &&
        words.every((word) => text.includes(word))
      offer.hidden = !isWanted
      all += 1
      if (isWanted) shownHere += 1
    }
    section.hidden = shownHere === 0
    shown += shownHere
  }
  const count = document.querySelector<HTMLElement>('[data-count]')
  if (count) count.textContent = shown === all ? `${all} offers` : `${shown} of ${all} offers`
  const empty = document.querySelector<HTMLElement>('[data-empty]')
  if (empty) empty.hidden = shown > 0
}

function valueOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
