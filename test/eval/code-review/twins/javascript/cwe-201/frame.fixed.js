const frame = document.querySelector('iframe')
const origin = 'https://pay.acme.io'

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  frame.contentWindow.postMessage({ card: event.target.card.value }, origin)
})
