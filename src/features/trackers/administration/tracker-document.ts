// A tracker that a client describes as a whole: the parts of the description, and each step by which it becomes a tracker.
import { documentParts } from './tracker-changes.schema.ts';
import { valuesMax } from './fields.schema.ts';
import { requireItemName, saveTrackerChange } from './tracker-changes.service.ts';
import { listInOrder } from './document-structure.ts';
import { addField } from './new-field.ts';
import { keepMadeValues } from '../definition/sent-ids.ts';
import { requireRoomForValues } from '../definition/list-values.ts';
import { saveWorkflowDocument } from '../workflow/workflow-document.ts';
import { recordTracker } from '../trackers/definition-changes.ts';

export const trackerDocument = {
  documentParts,
  valuesMax,
  requireItemName,
  listInOrder,
  addField,
  keepMadeValues,
  requireRoomForValues,
  saveTrackerChange,
  saveWorkflowDocument,
  recordTracker,
};
