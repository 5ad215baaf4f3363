#!/bin/sh
# Searches for drift, for cron and everything else that runs a command. It prints nothing where all is as declared, so that
# cron sends a mail only when there is something to read. It ends with the exit code of the search.
#
# usage: drift.sh <folder of the program> <stack> [<file for the JSON report>]
#
# Cron has almost no environment, so what docs/detect-drift.md asks for is read from the file that DRIFT_SETTINGS names, one NAME=value a line:
# a value is all that follows the first =, to the end of the line. Lines that are empty or begin with # are passed over.
set -u
umask 077

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "usage: $0 <folder of the program> <stack> [<file for the JSON report>]" >&2
  exit 2
fi

# The settings are not sourced: a passphrase may hold whatever means something to a shell.
export_line() {
  case ${1%%=*} in
    "$1" | '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;;
    *) export "${1%"$carriage_return"}" ;;
  esac
}

carriage_return=$(printf '\r')
line_number=0
if [ -n "${DRIFT_SETTINGS:-}" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    line_number=$((line_number + 1))
    case $line in '' | "$carriage_return" | '#'*) continue ;; esac
    if ! export_line "$line"; then
      # Not the line itself: a secret may be in it.
      echo "$0: line $line_number of $DRIFT_SETTINGS is not NAME=value" >&2
      exit 1
    fi
  done <"$DRIFT_SETTINGS" || exit 1
fi

program=$1
stack=$2
# With Pulumi Cloud the name of a stack may be acme/web/prod.
report=${3:-drift-$(printf %s "$stack" | tr / -).json}
case $report in /*) ;; *) report=$PWD/$report ;; esac

cd "$program" || exit 1
printed=$(mktemp) || exit 1
# Two searches of one stack may run at the same time.
new=$(mktemp "$report.XXXXXX") || exit 1
trap 'rm -f "$printed" "$new"' EXIT
trap 'exit 1' HUP INT TERM

code=0
npx --no -- pulumi-vcluster-platform drift --stack "$stack" --json "$new" >"$printed" 2>&1 || code=$?

# Whoever reads the report gets a whole one, and never yesterday's for today's.
if [ -s "$new" ]; then mv "$new" "$report"; else rm -f "$report"; fi

case $code in
  0) exit 0 ;;
  7) echo "DRIFT: the stack $stack is not as declared." ;;
  3) echo "REFUSED: the platform does not accept the access key, so nothing is known about the stack $stack. Give the pipeline another key." ;;
  *) echo "NO ANSWER: the stack $stack could not be searched, at least not all of it." ;;
esac
echo
cat "$printed"
exit "$code"
