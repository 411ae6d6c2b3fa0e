exports.updateProfile = async (req, res) => {
  const profile = await loadProfile(req.session.userId)
  Object.assign(profile, req.body)
  await profile.save()
  res.sendStatus(204)
}
