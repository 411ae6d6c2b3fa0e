import logging

logger = logging.getLogger(__name__)


def login(user, password):
    logger.info("login of %s with %s", user, password)
    return check(user, password)
