const apiKey = 'a81f7cc0e2d94b6f9d30'

export async function geocode(address) {
  const response = await fetch('https://maps.acme.io/geocode?q=' + encodeURIComponent(address), {
    headers: { authorization: 'Bearer ' + apiKey },
  })
  return response.json()
}
