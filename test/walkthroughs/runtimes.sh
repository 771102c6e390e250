# A developer runs one program in Node, Bun and Deno, and from bundles that esbuild writes.
. "$REPOSITORY/test/walkthroughs/walkthrough.sh"

install_carrel
cp "$REPOSITORY/test/walkthroughs/runtimes.mjs" program.mjs
npm install esbuild@0 >/dev/null

# expect_run NAME COMMAND...: fails unless the command prints 6000.
expect_run() {
  local name=$1
  shift
  expect_match "$name" "$(timeout 120 "$@" 2>&1)" '^6000$'
}

expect_run Node node program.mjs
for runtime in bun deno; do
  if npm install "$runtime" >/dev/null 2>&1 && npx --no-install "$runtime" --version >/dev/null 2>&1; then
    command=(npx --no-install "$runtime" run)
    [ "$runtime" = bun ] || command+=(--allow-all)
    expect_run "$runtime" "${command[@]}" program.mjs
  else
    echo "runtimes: skipped $runtime, because npm cannot install it on this machine"
  fi
done

# The folder of the bundles has no package above it.
bundles=$(mktemp -d)
npx esbuild program.mjs --bundle --platform=node --log-level=error --outfile="$bundles/bundle.cjs"
npx esbuild program.mjs --bundle --platform=node --format=esm --log-level=error --outfile="$bundles/bundle.mjs"
for bundle in cjs mjs; do
  output=$(cd "$bundles" && node "bundle.$bundle" 2>&1)
  expect_match "bundle.$bundle without the files of pages" "$output" "^$bundles/assets/: expected the style sheets and scripts of the pages, found nothing; mark 'carrel' as external"
done
cp -r node_modules/carrel/dist/kiosk/assets "$bundles"
for bundle in cjs mjs; do
  expect_run "bundle.$bundle" node "$bundles/bundle.$bundle"
done
rm -r "$bundles"
