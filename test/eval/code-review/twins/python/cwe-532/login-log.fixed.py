import logging

logger = logging.getLogger(__name__)


def login(user, password):
    logger.info("login of %s", user)
    return check(user, password)
