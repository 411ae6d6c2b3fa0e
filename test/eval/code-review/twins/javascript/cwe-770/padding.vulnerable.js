exports.banner = (req, res) => {
  const width = req.query.width
  res.json({ line: '='.repeat(width) })
}
