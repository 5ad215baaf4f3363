#!/bin/sh
# Replaces the keys that expire soon; where none does, it writes nothing.
# Needs PLATFORM_BASE_URL, PLATFORM_ACCESS_KEY and access to the stack's state.
set -eu

# Drift first: what somebody disabled, rotated or deleted shows in the log.
pulumi refresh --yes --non-interactive

pulumi up --yes --skip-preview --non-interactive
