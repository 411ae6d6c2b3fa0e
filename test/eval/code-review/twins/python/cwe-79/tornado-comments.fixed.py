import html
import tornado.web


class CommentHandler(tornado.web.RequestHandler):
    def post(self):
        comments = []
        for text in self.get_arguments("comment"):
            comments.append("<li>" + html.escape(text) + "</li>")
        self.write("<ul>" + "".join(comments) + "</ul>")
