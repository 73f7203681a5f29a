#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=100
// The flags keep a run over many thousand documents below 250 MB: a smaller nursery, and garbage is collected once the
// heap has doubled, not quadrupled. They set no limit, so a larger library still gets the memory that it needs.
import { start } from './start.js';

start(() => import('../paperless-index.ts'));
