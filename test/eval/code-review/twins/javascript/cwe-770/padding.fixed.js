exports.banner = (req, res) => {
  const width = Math.min(Number(req.query.width), 120)
  res.json({ line: '='.repeat(width) })
}
