#!/usr/bin/env bash
# Runs walkthroughs (default: all five). Each walkthrough is a script that follows the documents in a new project.
# The first argument is the package that `npm pack` has created.
#
#   test/walkthroughs/run.sh carrel-0.1.0.tgz [embedder|librarian|client|contributor|runtimes]...
set -euo pipefail

PACKAGE=$(realpath "$1")
REPOSITORY=$(cd "$(dirname "$0")/../.." && pwd)
export REPOSITORY
shift
[ $# -gt 0 ] || set -- embedder librarian client contributor runtimes

for walkthrough in "$@"; do
  folder=$(mktemp -d)
  begin=$SECONDS
  # The commands in the documents install the package from the parent of the current folder.
  mkdir "$folder/project"
  # Without a package.json, npm would install into any folder above that contains node_modules.
  echo '{}' >"$folder/project/package.json"
  cp "$PACKAGE" "$folder"
  (cd "$folder/project" && bash "$REPOSITORY/test/walkthroughs/$walkthrough.sh")
  rm -rf "$folder"
  echo "$walkthrough: passed in $((SECONDS - begin)) s"
done
