// Cells as words, in the language of the person.
import { formatDateValue, formatExact } from '../../../platform/i18n.ts';
import type { Cell } from '../../fields/index.ts';

/** What a cell says in one line; undefined for nothing. */
export function describeCell(cell: Cell): string | undefined {
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'number') return formatExact(cell.value);
  if (cell.kind === 'date') return formatDateValue(cell.iso, cell.withTime);
  return cell.kind === 'parts' ? cell.parts.map(({ label }) => label).join(', ') : undefined;
}
