#!/bin/sh
# Replaces the keys that expire soon; where none does, it changes nothing and sends nothing.
# Needs PLATFORM_BASE_URL, PLATFORM_ACCESS_KEY and access to the stack's state.
set -eu

# Drift first: keys that somebody disabled, rotated or deleted stop the run here or show in its log.
pulumi refresh --yes --non-interactive

pulumi up --yes --skip-preview --non-interactive
