#!/usr/bin/env bash
# Prints the secrets that deploy/compose.yaml needs, made up anew. Run it once and keep what it printed: without the
# master key nothing of an organization can be read.
set -euo pipefail

secret() { openssl rand -base64 32; }

cat <<SECRETS
POSTGRES_PASSWORD=$(openssl rand -hex 24)
STORE_PASSWORD=$(openssl rand -hex 24)
VERSUS_MASTER_KEY=1:$(secret)
VERSUS_SIGNING_KEYS=$(date +%Y%m%d):$(secret)
SECRETS
