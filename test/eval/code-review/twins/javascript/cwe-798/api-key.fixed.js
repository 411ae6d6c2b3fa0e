const apiKey = process.env.MAPS_API_KEY

export async function geocode(address) {
  const response = await fetch('https://maps.acme.io/geocode?q=' + encodeURIComponent(address), {
    headers: { authorization: 'Bearer ' + apiKey },
  })
  return response.json()
}
