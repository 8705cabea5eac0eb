"""Parameters in the query of a request: what the server knows of them, and its defaults."""

from urllib.parse import parse_qsl

from refusals import Refusal, unknown


def invalid_parameter(why):
    return Refusal(400, f"Deserialize error in query parameters: {why}")


def wait(value):
    if value not in ("true", "false"):
        raise invalid_parameter("provided string was not `true` or `false`")
    return value == "true"


def ordering(value):
    if value not in ("weak", "medium", "strong"):
        raise invalid_parameter(f"unknown variant `{value}`, expected one of `weak`, `medium`, `strong`")
    return value


def timeout(value):
    if not value.isdigit():
        raise invalid_parameter("invalid digit found in string")
    if int(value) == 0:
        raise Refusal(422, "Validation error in query parameters: [timeout: value 0 invalid, must be 1 or larger]")
    return int(value)


def consistency(value):
    if value in ("majority", "quorum", "all"):
        return value
    if value.isdigit() and int(value) > 0:
        return int(value)
    raise invalid_parameter(f"failed to deserialize read consistency query parameter value '{value}'")


# By parameter: how it is read, and the server's default.
NONE = {}
SETTINGS = {"timeout": (timeout, None)}
READ = {"consistency": (consistency, 1), "timeout": (timeout, None)}
CHANGE = {"wait": (wait, False), "ordering": (ordering, "weak"), "timeout": (timeout, None)}


def parameters(query, known):
    """The values by name. The server ignores what it does not know; here it is refused."""
    asked = dict(parse_qsl(query, keep_blank_values=True))
    for name in asked:
        if name not in known:
            raise unknown(f"the parameter {name} of this call")
    return {name: read(asked[name]) if name in asked else default for name, (read, default) in known.items()}
