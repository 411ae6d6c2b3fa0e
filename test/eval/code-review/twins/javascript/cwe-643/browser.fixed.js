const wanted = new URLSearchParams(location.search).get('chapter')
const path = '//chapter[@title="' + wanted.replace(/[^a-z0-9 ]/gi, '') + '"]'
const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null)
found.singleNodeValue?.scrollIntoView()
