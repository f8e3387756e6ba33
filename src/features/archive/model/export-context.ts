// What the steps of an export hand on, and what a tracker's parts may be called.
import type { Reader } from '../../../platform/database/index.ts';
import { listValues } from '../../trackers/index.ts';
import type { Definition, DefinitionRows, Field } from '../../trackers/index.ts';
import type { ExportNames } from './export-names.ts';
import type { ExportPeople } from './export-people.ts';

export interface ExportContext {
  readonly db: Reader;
  readonly names: ExportNames;
  readonly people: ExportPeople;
  /** Trackers that go into the archive, by id. */
  readonly trackers: ReadonlyMap<number, TrackerSource>;
  /** Fields that are marked as deleted go along; absent: they stay behind. */
  readonly hasDeletedFields?: boolean;
  /** Where attachments stand inside the archive; absent: where nothing is exported that has any. */
  readonly attachmentFolder?: string;
  /** Artifacts tell their places in the order of all. */
  readonly hasRanks?: boolean;
}

/** Whether a field goes into the archive. */
export const isExported = ({ hasDeletedFields = false }: ExportContext, field: Field): boolean =>
  hasDeletedFields || field.settings.isDeleted !== true;

/** A tracker as the database has it. */
export interface TrackerSource {
  readonly definition: Definition;
  readonly rows: DefinitionRows;
}

/** References inside one tracker; undefined for what it doesn't have. */
export interface TrackerNames {
  field(id: number | null | undefined): string | undefined;
  /** A value of the field with this id; `undefined` for any list of the tracker. */
  value(fieldId: number | undefined, id: number | null | undefined): string | undefined;
}

export function createTrackerNames(context: ExportContext, { definition }: TrackerSource): TrackerNames {
  const { names } = context;
  const fields = [...definition.fieldById.values()].filter((field) => isExported(context, field));
  const ids = new Set(fields.map((field) => field.id));
  return {
    field: (id) => (typeof id === 'number' && ids.has(id) ? names.field(id) : undefined),
    value(fieldId, id) {
      if (typeof id !== 'number') return undefined;
      const isMeant = (field: Field): boolean => fieldId === undefined || field.id === fieldId;
      const list = fields.find((field) => isMeant(field) && listValues.findValue(field, id) !== undefined);
      return list === undefined ? undefined : names.value(list, id);
    },
  };
}

/** The field that a shared one copies, where that goes into the archive too. */
export function findOriginal(context: ExportContext, field: Field): Field | undefined {
  const id = field.settings.originalFieldId;
  if (id === undefined) return undefined;
  for (const { definition } of context.trackers.values()) {
    const original = definition.fieldById.get(id);
    if (original !== undefined) return original;
  }
  return undefined;
}
