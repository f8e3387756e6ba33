// A value for reading: as its type says, or else by what it looks like.
import { currentZone } from '../../../platform/i18n.ts';
import type { ReactNode } from 'react';
import ui from '../../../ui/ui.module.css';
import { fieldIs, partsOf } from '../../fields/index.ts';
import { isEmpty, readEdit } from './edits.ts';
import { readerOf } from './parts.tsx';
import type { Field, Value } from '../../fields/index.ts';
import { ShownValue } from '../shown-value.tsx';
import { readShown } from '../values.ts';

/** The value of a field; `value` is undefined where the artifact has none. */
export function ReadValue({ field, value }: { field: Field; value: Value | undefined }): ReactNode {
  const Reader = readerOf(field.type);
  if (value === undefined && partsOf(field.type)?.saysNone !== true) return <span className={ui.faint}>–</span>;
  if (Reader !== undefined) return <Reader field={field} value={value} />;
  return value === undefined ? null : <ShownValue shown={readShown(value)} />;
}

/** Whom alone the artifact is shown to, for its head; nothing where everybody may see it. */
export const Limits = ({ fields, values }: { fields: readonly Field[]; values: readonly Value[] }): ReactNode =>
  fields.filter(fieldIs.groups).map((field) => {
    const value = values.find(({ field_id: id }) => id === field.field_id);
    const edit = readEdit(field, value, currentZone());
    return edit !== undefined && !isEmpty(edit) && <ReadValue key={field.field_id} field={field} value={value} />;
  });
