#!/usr/bin/env bash
# Four strangers, each in an empty folder with nothing but a packed package and what is published.
#
#   test/strangers/run.sh carrel-0.1.0.tgz [embedder|librarian|client|contributor]...
set -euo pipefail

PACKAGE=$(realpath "$1")
REPOSITORY=$(cd "$(dirname "$0")/../.." && pwd)
export PACKAGE REPOSITORY
shift
[ $# -gt 0 ] || set -- embedder librarian client contributor

for stranger in "$@"; do
  folder=$(mktemp -d)
  begin=$SECONDS
  (cd "$folder" && bash "$REPOSITORY/test/strangers/$stranger.sh")
  rm -rf "$folder"
  echo "$stranger has what was wanted, after $((SECONDS - begin)) s"
done
