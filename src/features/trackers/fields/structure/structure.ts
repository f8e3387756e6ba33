// Field types that hold others or part them in a form, and never a value.
import { defineDerivedType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';
import type { DerivedTypeSpec } from '../define-type.ts';

const structure = {
  kind: 'structure',
  show: () => undefined,
  describe: () => plainDescription(),
} satisfies DerivedTypeSpec;

export const fieldsetType = defineDerivedType({ ...structure, container: 'outer' });
export const columnType = defineDerivedType({ ...structure, container: 'inner' });
export const decorationType = defineDerivedType(structure);
