#!/usr/bin/env node
// A client waits for the list of tools at its own start: what was compiled once is kept. Old Nodes don't know how.
import * as module from 'node:module';
import { start } from './start.js';

module.enableCompileCache?.();
start(() => import('../paperless-mcp.ts'));
