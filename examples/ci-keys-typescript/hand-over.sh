#!/bin/sh
# Stores a key, which comes on stdin, as VCLUSTER_PLATFORM_ACCESS_KEY of a repository: hand-over.sh <repository>.
# On GitLab it needs GITLAB_TOKEN with the scope api, elsewhere gh and GH_TOKEN.
set -eu
if [ -n "${GITLAB_CI:-}" ]; then
  curl --fail --silent --show-error --output /dev/null --request PUT --header "PRIVATE-TOKEN: $GITLAB_TOKEN" \
    --form "value=<-" --form masked=true "$CI_API_V4_URL/projects/example%2F$1/variables/VCLUSTER_PLATFORM_ACCESS_KEY"
else
  gh secret set VCLUSTER_PLATFORM_ACCESS_KEY --repo "example/$1"
fi
