/** Buttons that copy the code beside them. Without a clipboard, as on a page without HTTPS, they select it. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const words = button.firstChild
    button.addEventListener('click', () => {
      const code = button.parentElement?.querySelector('code')
      if (!code) return
      void copied(code).then((how) => {
        if (!words) return
        words.textContent = how
        setTimeout(() => (words.textContent = 'Copy'), 1_500)
      })
    })
  }
}

async function copied(code: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    return 'Selected'
  }
}
