// Shapes of the API that reports are about.
import type { components } from '../../platform/schema.d.ts';

type Schemas = components['schemas'];

export type Tracker = Schemas['Tracker'];
export type Field = Schemas['TrackerField'];
export type Artifact = Schemas['Artifact'];
export type FullReport = Schemas['FullReport'];
export type ReportChange = Schemas['ReportChange'];
export type Summary = Schemas['ArtifactsSummary'];
export type SubmittedValue = Schemas['SubmittedValue'];
export type Batch = Schemas['ArtifactBatch'];
export type BatchAnswer = Schemas['ArtifactBatchAnswer'];

/** What lists of artifacts are asked with. */
export interface ListQuery {
  expert_query?: string;
  criteria?: string;
  sort?: string;
  order?: 'desc';
  /** Ids of the fields whose values come along. */
  fields: string;
}

export type ListFilter = Pick<ListQuery, 'expert_query' | 'criteria'>;
