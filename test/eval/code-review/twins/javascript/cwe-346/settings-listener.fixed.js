function onMessage(e) {
  const { data, origin } = e
  if (origin !== window.location.origin) return
  const { kind, value } = data
  if (kind === 'theme') localStorage.setItem('theme', value)
}

window.addEventListener('message', onMessage, false)
