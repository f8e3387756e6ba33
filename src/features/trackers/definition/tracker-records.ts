// Trackers as they are stored, whoever may see them: for archives, indexes, and changes that nobody has to be asked about.
import {
  findTracker,
  listTrackerRows,
  listSharedReports,
  listOpenValues,
  readLastValueId,
  loadDefinitionRows,
  insertTracker,
  mapTakenName,
  insertDefinitionRows,
  insertField,
  updateFieldSettings,
  insertFieldValue,
  insertOpenValue,
  insertTransition,
  setTrackerParent,
} from './trackers.store.ts';
import { buildDefinition } from './definition-rows.ts';
import { loadDefinition } from './definition-loader.ts';

export const trackerRecords = {
  findTracker,
  listTrackerRows,
  listSharedReports,
  listOpenValues,
  readLastValueId,
  loadDefinitionRows,
  buildDefinition,
  loadDefinition,
};

/** Rows of trackers that are new, without anything that judges them. */
export const trackerWrites = {
  insertTracker,
  mapTakenName,
  insertDefinitionRows,
  insertField,
  updateFieldSettings,
  insertFieldValue,
  insertOpenValue,
  insertTransition,
  setTrackerParent,
};
