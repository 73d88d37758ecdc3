"""Judges ID tokens with PyJWT: the key set on the first line, then a token a line; prints a verdict a line.

What PyJWT leaves to its user (the choice of key, the nonce, one audience alone) is done here by Apple's rules.
"""

import json
import sys

import jwt

issuer, audience, nonce = sys.argv[1:4]
keys = {}
for entry in json.loads(sys.stdin.readline())["keys"]:
    keys[entry["kid"]] = jwt.PyJWK(entry, algorithm="RS256").key


def subject(token):
    header = jwt.get_unverified_header(token)
    claims = jwt.decode(
        token,
        keys[header["kid"]],
        algorithms=["RS256"],
        issuer=issuer,
        audience=audience,
        leeway=60,
        options={"require": ["iss", "aud", "sub", "iat", "exp"]},
    )
    if not isinstance(claims["aud"], str):
        raise jwt.InvalidAudienceError("several audiences")
    if claims.get("nonce") != nonce and (claims.get("nonce_supported") is True or "nonce" in claims):
        raise jwt.InvalidTokenError("nonce")
    return claims["sub"]


for line in sys.stdin:
    try:
        print(json.dumps({"accepted": True, "subject": subject(line.strip("\n"))}))
    except (jwt.PyJWTError, KeyError):
        print(json.dumps({"accepted": False, "subject": None}))
