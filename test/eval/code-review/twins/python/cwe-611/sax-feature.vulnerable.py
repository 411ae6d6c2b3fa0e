import xml.sax
from xml.sax.handler import feature_external_ges


def read(stream, handler):
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, True)
    parser.setContentHandler(handler)
    parser.parse(stream)
