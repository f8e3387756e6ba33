// The one ordered list of migrations. A released file is never edited.
import type { Migration } from '../platform/database/index.ts';
import { foundation } from './0001-foundation.ts';
import { audit } from './0002-audit.ts';
import { projects } from './0003-projects.ts';

export const migrations: readonly Migration[] = [foundation, audit, projects];
