#!/usr/bin/env bash
# Generates and prints the secrets that deploy/compose.yaml needs. Run it once and keep the output: without the master key
# no document of an organization can be read.
set -euo pipefail

secret() { openssl rand -base64 32; }

cat <<SECRETS
POSTGRES_PASSWORD=$(openssl rand -hex 24)
OWNER_PASSWORD=$(openssl rand -hex 24)
RUNTIME_PASSWORD=$(openssl rand -hex 24)
STORE_PASSWORD=$(openssl rand -hex 24)
VERSUS_MASTER_KEY=1:$(secret)
VERSUS_SIGNING_KEYS=$(date +%Y%m%d):$(secret)
SECRETS
