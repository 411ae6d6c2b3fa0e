import logging


def save(record, store):
    try:
        store.write(record)
    except OSError:
        logging.exception("not saved")
