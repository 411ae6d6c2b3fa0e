import $ from 'jquery'

$(function () {
  const query = new URLSearchParams(location.search)
  const message = query.get('notice')
  if (message) {
    $('#notices').append('<div class="notice">' + message + '</div>')
  }
})
