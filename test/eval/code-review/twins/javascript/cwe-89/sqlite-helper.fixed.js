const Database = require('better-sqlite3')
const db = new Database('notes.db')

function notesOf(owner) {
  return db.prepare('SELECT * FROM notes WHERE owner = ?').all(owner)
}

exports.handler = async (event) => {
  const owner = event.queryStringParameters.owner
  return { statusCode: 200, body: JSON.stringify(notesOf(owner)) }
}
