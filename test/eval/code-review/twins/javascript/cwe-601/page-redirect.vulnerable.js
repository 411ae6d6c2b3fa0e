const target = new URLSearchParams(window.location.search).get('returnTo')

if (target) {
  window.location.href = target
}
