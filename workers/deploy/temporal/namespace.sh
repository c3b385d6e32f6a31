#!/bin/sh
# Creates the namespace of the service, once. Temporal keeps a run for three days after its end, MongoDB for longer.
set -eu
until temporal operator cluster health; do sleep 2; done
temporal operator namespace describe -n default || temporal operator namespace create -n default --retention 72h
