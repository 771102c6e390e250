#!/usr/bin/env bash
# Runs the walkthroughs: each follows the documents from an empty folder, with a packed package.
#
#   test/walkthroughs/run.sh carrel-0.1.0.tgz [embedder|librarian|client|contributor]...
set -euo pipefail

PACKAGE=$(realpath "$1")
REPOSITORY=$(cd "$(dirname "$0")/../.." && pwd)
export REPOSITORY
shift
[ $# -gt 0 ] || set -- embedder librarian client contributor

for walkthrough in "$@"; do
  folder=$(mktemp -d)
  begin=$SECONDS
  # The documents install the package from the parent folder.
  mkdir "$folder/project"
  cp "$PACKAGE" "$folder"
  (cd "$folder/project" && bash "$REPOSITORY/test/walkthroughs/$walkthrough.sh")
  rm -rf "$folder"
  echo "$walkthrough: passed in $((SECONDS - begin)) s"
done
