#!/usr/bin/env -S node --max-semi-space-size=16
// The flag keeps a run over many thousand documents below 250 MB; it is as quick without the larger nursery.
import { start } from './start.js';

start(() => import('../paperless-index.ts'));
