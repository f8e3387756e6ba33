// PostgreSQL learns what it costs to take a text apart, and asks the index instead.
import { renewTextIndex } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const textCosts: Migration = { number: 39, name: 'text-costs', up: renewTextIndex };
