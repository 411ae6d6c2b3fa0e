from lxml import etree


class Catalogue:
    def __init__(self, path):
        self.root = etree.parse(path).getroot()

    def titles(self, author):
        return self.root.xpath("//book[author='{}']/title/text()".format(author))
