const output = document.getElementById('output')

window.addEventListener('message', (event) => {
  if (event.origin !== 'https://widgets.acme.io') return
  output.textContent = event.data.text
})
