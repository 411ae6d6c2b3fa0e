from lxml import etree


def load(path):
    parser = etree.XMLParser(resolve_entities=True, load_dtd=True)
    return etree.parse(path, parser).getroot()
