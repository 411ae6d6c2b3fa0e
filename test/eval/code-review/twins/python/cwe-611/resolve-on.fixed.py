from lxml import etree


def load(path):
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False)
    return etree.parse(path, parser).getroot()
