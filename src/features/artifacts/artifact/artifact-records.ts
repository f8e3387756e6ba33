// Artifacts as they are stored, whoever may see them: for archives, indexes, checks, and changes that nobody has to be asked about.
import {
  countArtifactsOf,
  listArtifactsAfter,
  listChangesets,
  listComments,
  listLinksTo,
  listVisibilityRows,
  streamProjectFiles,
} from './artifacts.store.ts';
import { applyAllChanges, applyChanges, createAllArtifacts, createArtifact, parseChanges } from './change.ts';
import { touchArtifacts } from './change.store.ts';
import { listInconsistencies } from './consistency.ts';

export const artifactRecords = {
  countArtifactsOf,
  listArtifactsAfter,
  listChangesets,
  listComments,
  listLinksTo,
  listVisibilityRows,
  streamProjectFiles,
  parseChanges,
  listInconsistencies,
};

/** The write path, without anything that judges: who calls it knows that the change may be made. */
export const artifactWrites = { createArtifact, createAllArtifacts, applyChanges, applyAllChanges, touchArtifacts };
