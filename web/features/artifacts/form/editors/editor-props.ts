// What every editor of a field is given.
import type { Edit, Field } from '../edits.ts';

export interface EditorProps<Kind extends Edit['kind'] = Edit['kind']> {
  field: Field;
  edit: Extract<Edit, { kind: Kind }>;
  onChange(edit: Edit): void;
  error?: string | undefined;
  autoFocus: boolean;
}
