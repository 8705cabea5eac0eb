"""The reading of requests: what is not known is refused by name, so that no option is ever silently without effect."""


class Refusal(Exception):
    """An error as the server answers it."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def unknown(what):
    return Refusal(501, f"The front of Qdrant does not know {what}")


def fields(value, where, *names):
    """The values of these names, None where they are absent; any other name is refused."""
    if not isinstance(value, dict):
        raise Refusal(400, f"{where} must be an object")
    for name in value:
        if name not in names and value[name] is not None:
            raise unknown(f"the field {where}.{name}")
    return [value.get(name) for name in names]


def required(value, where):
    if value is None:
        raise Refusal(400, f"{where} is missing")
    return value


def one_of(value, where, known):
    if value not in known:
        raise unknown(f"{where} = {value!r}")
    return known[value]


def whole_number(value, where, least=0):
    if not isinstance(value, int) or isinstance(value, bool):
        raise unknown(f"{where} = {value!r}")
    if value < least:
        raise Refusal(400, f"{where} must be at least {least}")
    return value
