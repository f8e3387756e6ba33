// Types of the wire that charts and cardwalls work with.
import type { components } from '../../platform/schema.d.ts';

export type Schemas = components['schemas'];
export type Renderer = Schemas['Renderer'];
export type Chart = Schemas['Chart'];
export type SubmittedChart = Schemas['SubmittedChart'];
export type Tracker = Schemas['Tracker'];

/** What artifacts must hold, as lists of a tracker take it. */
export interface ListFilter {
  expert_query?: string;
  criteria?: string;
}

/** What is drawn, without what is said of it. */
export type ChartSource = Pick<
  Chart,
  | 'base_field_id'
  | 'group_field_id'
  | 'start_field_id'
  | 'due_field_id'
  | 'finish_field_id'
  | 'progress_field_id'
  | 'scale'
  | 'start_date'
  | 'stop_date'
  | 'duration'
> & { type: Schemas['ChartContent']['type'] };
