exports.updateProfile = async (req, res) => {
  const profile = await loadProfile(req.session.userId)
  profile.nickname = String(req.body.nickname)
  await profile.save()
  res.sendStatus(204)
}
