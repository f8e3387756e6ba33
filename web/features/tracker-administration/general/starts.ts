// What a new tracker begins with. Pure.
import { foldText } from '../../../../contract/fold-text.ts';
import type { Schemas } from '../../../platform/schemas.ts';

type NewTracker = Schemas['NewTracker'];
type Start = Pick<NewTracker, 'fields' | 'structure' | 'semantics'>;

export interface StartLabels {
  title: string;
  description: string;
  status: string;
  assignee: string;
  details: string;
  people: string;
  about: string;
  open: string;
  running: string;
  done: string;
  submittedBy: string;
  submittedOn: string;
}

const leaf = (id: number) => ({ id, content: null });

/** A title alone. */
export const blankStart = (labels: StartLabels): Start => ({
  fields: [
    { field_id: 1, type: 'fieldset', label: labels.details, name: 'fs_details' },
    { field_id: 2, type: 'string', label: labels.title, name: 'title', required: true },
  ],
  structure: [{ id: 1, content: [leaf(2)] }],
  semantics: { title: { field_id: 2 } },
});

/** Title, description, status, who does it, files and links: enough to work with. */
export const usualStart = (labels: StartLabels): Start => ({
  fields: [
    { field_id: 1, type: 'fieldset', label: labels.details, name: 'fs_details' },
    { field_id: 2, type: 'string', label: labels.title, name: 'title', required: true },
    { field_id: 3, type: 'text', label: labels.description, name: 'description' },
    { field_id: 4, type: 'fieldset', label: labels.people, name: 'fs_people' },
    {
      field_id: 5,
      type: 'sb',
      label: labels.status,
      name: 'status',
      required: true,
      values: [
        { id: 51, label: labels.open, value_color: 'lake-placid-blue' },
        { id: 52, label: labels.running, value_color: 'graffiti-yellow' },
        { id: 53, label: labels.done, value_color: 'neon-green' },
      ],
      default_value: [{ id: 51 }],
    },
    {
      field_id: 6,
      type: 'sb',
      label: labels.assignee,
      name: 'assigned_to',
      bindings: { type: 'users', list: [{ id: 3 }] },
      has_notifications: true,
    },
    { field_id: 7, type: 'fieldset', label: labels.about, name: 'fs_about' },
    { field_id: 8, type: 'art_link', label: 'Links', name: 'links' },
    { field_id: 9, type: 'file', label: 'Attachments', name: 'attachments' },
    { field_id: 10, type: 'subby', label: labels.submittedBy, name: 'submitted_by' },
    { field_id: 11, type: 'subon', label: labels.submittedOn, name: 'submitted_on' },
  ],
  structure: [
    { id: 1, content: [leaf(2), leaf(3)] },
    { id: 4, content: [leaf(5), leaf(6)] },
    { id: 7, content: [leaf(8), leaf(9), leaf(10), leaf(11)] },
  ],
  semantics: {
    title: { field_id: 2 },
    description: { field_id: 3 },
    status: { field_id: 5, value_ids: [51, 52] },
    done: { value_ids: [53] },
    contributor: { field_id: 6 },
  },
});

/** A short name that the server takes, made from a name. */
export const shortNameOf = (label: string): string =>
  foldText(label)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
