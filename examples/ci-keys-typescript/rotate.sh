#!/bin/sh
# Replaces the keys that expire soon; where none does, it writes nothing. Pulumi hands each new key over (hand-over.sh)
# before it deletes the old one. If that fails, the script fails, and the old key still works.
# Needs jq, VCLUSTER_PLATFORM_BASE_URL, VCLUSTER_PLATFORM_ACCESS_KEY, access to the stack's state, and what hand-over.sh needs.
set -eu

# Drift first: what somebody disabled, rotated or deleted shows in the log.
pulumi refresh --yes --non-interactive

# Nobody looks at this run, so it must not deploy anything but keys.
preview=$(pulumi preview --json --non-interactive) || {
  echo "$preview" >&2
  exit 1
}
others=$(printf %s "$preview" | jq -r '.steps[] | select(.op != "same") | "\(.op) \(.urn)"
  | select(test("::(pulumi:pulumi:Stack|pulumi-nodejs:dynamic/vcluster-platform:OwnedAccessKey|pulumi-nodejs:dynamic/ci:HandOver)::") | not)')
if [ -n "$others" ]; then
  echo "Nothing was changed, since the preview changes more than keys. Run pulumi up for these first:" >&2
  echo "$others" >&2
  exit 1
fi

pulumi up --yes --skip-preview --non-interactive
