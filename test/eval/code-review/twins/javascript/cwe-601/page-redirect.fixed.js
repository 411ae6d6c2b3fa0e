const target = new URLSearchParams(window.location.search).get('returnTo')

if (target) {
  const address = new URL(target, window.location.origin)
  if (address.origin === window.location.origin) window.location.href = address.pathname
}
