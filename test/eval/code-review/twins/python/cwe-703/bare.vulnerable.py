def refresh(cache):
    for key in cache.keys():
        try:
            cache.load(key)
        except:
            continue
