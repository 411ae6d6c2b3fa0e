def save(record, store):
    try:
        store.write(record)
    except Exception:
        pass
