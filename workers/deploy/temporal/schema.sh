#!/bin/sh
# Creates the databases of Temporal; repeated steps have no effect. The password is in SQL_PASSWORD.
set -eu
for name in temporal visibility; do
  database=temporal
  [ "$name" = visibility ] && database=temporal_visibility
  steps="/etc/temporal/schema/postgresql/v12/$name/versioned"
  tool() { temporal-sql-tool --db "$database" "$@"; }
  tool create
  # An empty database has no version to migrate from.
  tool update-schema -d "$steps" || { tool setup-schema -v 0.0 && tool update-schema -d "$steps"; }
done
