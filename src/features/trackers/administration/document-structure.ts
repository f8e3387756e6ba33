// The tree of fields in a tracker's definition that a client sends. Pure.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';

interface SentField {
  field_id: number;
  parent_id?: number | null;
}

export interface PlacedField<F> {
  field: F;
  /** What the document calls the parent; null for the top. */
  parentId: number | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * The fields that a structure names, with their parents, by what the document calls them: parents before children, brothers
 * in order. Elements without a field are passed over, because GET shows some to who may not read them. Throws invalid for
 * what comes twice.
 */
export function readStructure<F extends SentField>(
  fields: readonly F[],
  structure: readonly unknown[],
): Map<number, PlacedField<F>> {
  const byId = new Map(fields.map((field) => [field.field_id, field]));
  const placed = new Map<number, PlacedField<F>>();
  const place = (nodes: readonly unknown[], parentId: number | null, path: string): void => {
    for (const [index, node] of nodes.entries()) {
      const here = `${path}[${index}]`;
      const id = isRecord(node) ? Number(node['id']) : NaN;
      if (!isRecord(node) || !Number.isInteger(id))
        throw invalid(says('tracker-structure.form')`takes {"id": field, "content": […] or null}`, here);
      const field = byId.get(id);
      if (placed.has(id)) throw invalid(says('tracker-field.twice')`${id} is listed twice`, `${here}.id`);
      if (field !== undefined) placed.set(id, { field, parentId });
      const { content } = node;
      if (isList(content)) place(content, field === undefined ? parentId : id, `${here}.content`);
    }
  };
  place(structure, null, 'structure');
  return placed;
}

/**
 * All fields as readStructure gives them, those that the structure does not name behind the others, by their `parent_id`.
 * Throws invalid for fields that come twice, and parents that are not there or inside themselves.
 */
export function listInOrder<F extends SentField>(
  fields: readonly F[],
  structure: readonly unknown[] | undefined,
): PlacedField<F>[] {
  const byId = new Map<number, F>();
  for (const [index, field] of fields.entries()) {
    if (byId.has(field.field_id))
      throw invalid(says('tracker-field.twice')`${field.field_id} is listed twice`, `fields[${index}].field_id`);
    byId.set(field.field_id, field);
  }
  const placed = readStructure(fields, structure ?? []);
  const add = (field: F, index: number, below: ReadonlySet<number>): void => {
    if (placed.has(field.field_id)) return;
    const path = `fields[${index}].parent_id`;
    const parentId = field.parent_id ?? null;
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parentId !== null && parent === undefined)
      throw invalid(says('report.field-gone')`${parentId} is not a field in this document`, path);
    if (below.has(field.field_id))
      throw invalid(says('tracker-field.inside-itself')`the element can't contain itself`, path);
    if (parent !== undefined) add(parent, fields.indexOf(parent), new Set([...below, field.field_id]));
    placed.set(field.field_id, { field, parentId });
  };
  for (const [index, field] of fields.entries()) add(field, index, new Set());
  return [...placed.values()];
}
