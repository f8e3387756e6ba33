// The columns of a report's table: names, widths, order. Pure.
import { t } from '../../../platform/i18n.ts';
import { fieldIs } from '../../fields/index.ts';
import { nameLinkType } from '../../../platform/names/link-type-names.ts';
import { fieldOfMeaning, isNumeric, widthOf } from '../fields.ts';
import { columnById } from './standard-columns.ts';
import type { Field, Tracker } from '../fields.ts';
import { columnKey } from '../report-state.ts';
import type { Column } from '../report-state.ts';
import type { ViewSettings } from '../view-settings.ts';

export interface ShownColumn {
  key: string;
  column: Column;
  field: Field;
  label: string;
  isTitle: boolean;
  isNumeric: boolean;
  /** In pixels; undefined: what is left over. */
  width: number | undefined;
}

const widthOfTexts = 220;
/** Of the one that takes what is left over. */
export const roomyMin = 260;

export function shownColumns(
  tracker: Tracker,
  columns: readonly Column[],
  settings: Pick<ViewSettings, 'widths'>,
): readonly ShownColumn[] {
  const title = fieldOfMeaning(tracker, 'title');
  return columns.flatMap((column) => {
    const field = columnById(tracker, column.fieldId);
    if (field === undefined) return [];
    const key = columnKey(column);
    const isTitle = field === title;
    return [
      {
        key,
        column,
        field,
        label: labelOf(field, column),
        isTitle,
        isNumeric: isNumeric(field),
        width: settings.widths[key] ?? (isTitle ? undefined : (widthOf(field) ?? widthOfTexts)),
      },
    ];
  });
}

/** The number of artifacts has little room. */
function labelOf(field: Field, { linkType }: Column): string {
  if (fieldIs.artifactId(field)) return t('trackers.standard.id');
  return linkType === undefined ? field.label : `${field.label} · ${linkTypeLabel(linkType)}`;
}

/** Types that a project made read better without their signs; links from others have an arrow. */
export const linkTypeLabel = (type: string): string => {
  const name = type.replace(/^-/, '');
  const plain = name.replace(/^_/, '').replaceAll('_', ' ');
  const shown = nameLinkType(name, type.startsWith('-') ? 'reverse' : 'forward', plain);
  return `${type.startsWith('-') ? '← ' : '→ '}${shown === '' ? '·' : shown}`;
};

/** For CSS grids; the first track is that of the boxes. */
export const gridTemplate = (columns: readonly ShownColumn[]): string => {
  const hasRoomy = columns.some(({ width }) => width === undefined);
  const tracks = columns.map(({ width }, index) => {
    if (width === undefined) return `minmax(${roomyMin}px, 1fr)`;
    return !hasRoomy && index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
  });
  return ['2.25rem', ...tracks].join(' ');
};

export const moveColumn = (columns: readonly Column[], key: string, by: -1 | 1): readonly Column[] => {
  const from = columns.findIndex((column) => columnKey(column) === key);
  const to = from + by;
  const [moved, other] = [columns[from], columns[to]];
  if (moved === undefined || other === undefined) return columns;
  return columns.map((column, index) => (index === from ? other : index === to ? moved : column));
};
