#!/bin/sh
# Databases of Temporal; each step changes nothing where it was done before. The password is in SQL_PASSWORD.
set -eu
for name in temporal visibility; do
  database=temporal
  [ "$name" = visibility ] && database=temporal_visibility
  steps="/etc/temporal/schema/postgresql/v12/$name/versioned"
  tool() { temporal-sql-tool --db "$database" "$@"; }
  tool create
  # An empty database has no version to go on from.
  tool update-schema -d "$steps" || { tool setup-schema -v 0.0 && tool update-schema -d "$steps"; }
done
