const output = document.getElementById('output')

window.addEventListener('message', (event) => {
  output.textContent = event.data.text
})
