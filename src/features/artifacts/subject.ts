// An artifact that is shown, and what showing it needs.
import type { Reader } from '../../platform/database/index.ts';
import type { People } from '../people/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import type { StoredValues } from './change.ts';

export interface Subject {
  row: ArtifactRow;
  tracker: Definition;
  values: StoredValues;
}

export interface SurroundingDeps {
  db: Reader;
  people: People;
  trackers: Trackers;
}
