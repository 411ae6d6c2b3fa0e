const options = {
  httpOnly: true,
  secure: false,
  sameSite: 'lax',
}

module.exports = (req, res) => {
  res.cookie('token', createToken(req.user), options)
  res.redirect('/')
}
