import $ from 'jquery'
import DOMPurify from 'dompurify'

$(function () {
  const query = new URLSearchParams(location.search)
  const message = query.get('notice')
  if (message) {
    $('#notices').append(DOMPurify.sanitize('<div class="notice">' + message + '</div>'))
  }
})
