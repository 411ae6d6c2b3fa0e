function setPath(object, path, value) {
  const keys = path.split('.')
  let current = object
  for (let index = 0; index < keys.length - 1; index++) {
    const key = keys[index]
    current[key] = current[key] || {}
    current = current[key]
  }
  current[keys[keys.length - 1]] = value
}

exports.setPath = setPath
