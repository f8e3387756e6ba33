// PostgreSQL indexes long texts in time that grows with their length, no longer with its square.
import { renewTextIndex } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const textParts: Migration = { number: 27, name: 'text-parts', up: renewTextIndex };
