#!/bin/sh
# The namespace of the service, once; a run is known to Temporal for three days after its end, to MongoDB for longer.
set -eu
until temporal operator cluster health; do sleep 2; done
temporal operator namespace describe -n default || temporal operator namespace create -n default --retention 72h
