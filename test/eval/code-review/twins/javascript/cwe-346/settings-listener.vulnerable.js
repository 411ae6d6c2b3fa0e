function onMessage(e) {
  const { kind, value } = e.data
  if (kind === 'theme') localStorage.setItem('theme', value)
}

window.addEventListener('message', onMessage, false)
