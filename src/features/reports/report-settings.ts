// What is stored of a report besides its columns: in the words of archives, so that what came with one goes out again as it
// was. References in a piece of XML stand beside it with the ids of fields and list values that they mean here.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';

const kept = { xml: Type.String(), references: Type.Record(Type.String(), Type.Integer()) };
const Ids = Type.Array(Type.Integer());

const StoredCriterion = Type.Object({
  fieldId: Type.Integer(),
  rank: Type.Integer(),
  isAdvanced: Type.Boolean(),
  /** `<criteria_value>`; null: nothing is asked of the field, it is only offered. */
  value: Type.Union([Type.Object({ type: Type.String(), ...kept }), Type.Null()]),
});

const StoredRenderer = Type.Object({
  /** Given to all by the first change of a report's renderers; see rendererIdOf. */
  id: Type.Optional(Type.Integer()),
  type: Type.String(),
  rank: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  columnFieldIds: Ids,
  sortFieldIds: Ids,
  ...kept,
});

const ReportSettings = Type.Object({
  archiveId: Type.Union([Type.String(), Type.Null()]),
  isQueryDisplayed: Type.Boolean(),
  /** Whether `expertQuery` decides, and not the criteria. */
  isInExpertMode: Type.Boolean(),
  expertQuery: Type.String(),
  criteria: Type.Array(StoredCriterion),
  renderers: Type.Array(StoredRenderer),
  /** The highest id that a renderer ever had, where a change gave ids. */
  lastRendererId: Type.Optional(Type.Integer()),
});

export type ReportSettings = Static<typeof ReportSettings>;
export type StoredCriterion = Static<typeof StoredCriterion>;
export type StoredRenderer = Static<typeof StoredRenderer>;

const readStored = storedJson(ReportSettings);

/** Throws an Error that names the report where the stored JSON is damaged. */
export const readReportSettings = (row: { id: number; settings_json: string }): ReportSettings =>
  readStored(row.settings_json, `report ${row.id}`);

export const emptySettings: ReportSettings = {
  archiveId: null,
  isQueryDisplayed: true,
  isInExpertMode: false,
  expertQuery: '',
  criteria: [],
  renderers: [],
};
