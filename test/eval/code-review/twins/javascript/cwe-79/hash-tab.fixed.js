const panel = document.querySelector('#panel')

function show() {
  const tab = decodeURIComponent(window.location.hash.slice(1))
  const title = document.createElement('h2')
  title.textContent = tab
  panel.replaceChildren(title)
}

window.addEventListener('hashchange', show)
show()
