// The one ordered list of migrations. A released file is never edited.
import type { Migration } from '../platform/database/index.ts';
import { foundation } from './0001-foundation.ts';
import { planning } from './0020-planning.ts';

export const migrations: readonly Migration[] = [foundation, planning];
