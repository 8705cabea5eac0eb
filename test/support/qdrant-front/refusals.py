"""
The reading of requests. Fields that the front does not know are refused by name, so that no option is ever silently without
effect; what the server refuses is refused with the server's status and message.
"""


class Refusal(Exception):
    """An error as the server returns it."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def unknown(what):
    return Refusal(501, f"The front of Qdrant does not know {what}")


def malformed(what):
    return Refusal(400, f"Format error in JSON body: {what}")


def invalid(field, why):
    return Refusal(422, f"Validation error in JSON body: [{field}: {why}]")


def missing_collection(name):
    return Refusal(404, f"Not found: Collection `{name}` doesn't exist!")


def existing_collection(name):
    return Refusal(409, f"Wrong input: Collection `{name}` already exists!")


def fields(value, where, *names):
    """The values of these names, None where they are absent; any other name is refused."""
    if not isinstance(value, dict):
        raise malformed(f"{where} is not an object")
    for name in value:
        if name not in names and value[name] is not None:
            raise unknown(f"the field {where}.{name}")
    return [value.get(name) for name in names]


def required(value, name):
    """What the server requires, too."""
    if value is None:
        raise malformed(f"missing field `{name}`")
    return value


def one_of(value, where, known):
    if value not in known:
        raise unknown(f"{where} = {value!r}")
    return known[value]


def whole_number(value, where, least=0):
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise malformed(f"{where}: invalid value {value!r}, expected usize")
    if value < least:
        raise invalid(where, f"value {value} invalid, must be {least} or larger")
    return value


def optional_number(value, where, default):
    return default if value is None else whole_number(value, where, 1)


def boolean(value, where, default):
    if value is None:
        return default
    if not isinstance(value, bool):
        raise malformed(f"{where}: invalid type, expected a boolean")
    return value
