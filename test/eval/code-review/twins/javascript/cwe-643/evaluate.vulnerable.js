import xpath from 'xpath'
import { readFileSync } from 'node:fs'
import { DOMParser } from '@xmldom/xmldom'

const catalog = new DOMParser().parseFromString(readFileSync('catalog.xml', 'utf8'), 'text/xml')

export function price(req, res) {
  const expression = `//item[@id="${req.params.id}"]/price/text()`
  res.json({ price: xpath.select(expression, catalog).toString() })
}
