#!/usr/bin/env bash
# Makes the database and its two roles, once, as a Postgres superuser: versus_owner owns the tables and runs
# `versus migrate`; versus_runtime runs the service and may read and write rows, and nothing else (migrate grants it that).
# The image of Postgres runs this on the first start of deploy/compose.yaml. Elsewhere set PGHOST, PGUSER and the like for
# psql, and the two passwords: OWNER_PASSWORD and RUNTIME_PASSWORD.
set -euo pipefail

: "${OWNER_PASSWORD:?}" "${RUNTIME_PASSWORD:?}"
# psql reads the passwords from the environment, so that no list of processes shows them.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv runtime_password RUNTIME_PASSWORD
create role versus_owner login password :'owner_password';
create role versus_runtime login password :'runtime_password';
create database versus owner versus_owner;
revoke all on database versus from public;
grant connect on database versus to versus_runtime;
SQL
