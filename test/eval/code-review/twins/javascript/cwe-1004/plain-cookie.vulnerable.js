module.exports.login = (req, res) => {
  const sid = openSession(req.user)
  res.cookie('sid', sid, { secure: true })
  res.sendStatus(204)
}
