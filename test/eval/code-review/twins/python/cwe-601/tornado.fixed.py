import tornado.web


class Back(tornado.web.RequestHandler):
    def get(self):
        page = self.get_argument("page")
        self.redirect("/pages/" + page)
