export async function login(user, password) {
  const response = await fetch('http://api.shop.com/login', {
    method: 'POST',
    body: JSON.stringify({ user, password }),
  })
  return response.json()
}
