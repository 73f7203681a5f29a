import { describePassageIndex } from '../contract/passage-index.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

describePassageIndex('SqlitePassageIndex', async () => createSqliteWorld());
