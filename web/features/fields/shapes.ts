// Shapes of the API that fields are about.
import type { Schemas } from '../../platform/schemas.ts';

export type Field = Schemas['TrackerField'];
export type Value = { field_id: number; type: string } & Record<string, unknown>;
export type Submitted = Schemas['SubmittedValue'];
