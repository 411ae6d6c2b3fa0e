const panel = document.querySelector('#panel')

function show() {
  const tab = decodeURIComponent(window.location.hash.slice(1))
  panel.innerHTML = '<h2>' + tab + '</h2>'
}

window.addEventListener('hashchange', show)
show()
