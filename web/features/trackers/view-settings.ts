// How a person looks at a report: what is not worth an address, and stays from one visit to the next. Pure.
import { isRecord, textIn } from '../../platform/parse-unknown.ts';

export interface ViewSettings {
  /** In pixels, by key of the column. */
  widths: Readonly<Record<string, number>>;
  /** The chosen columns, sorting and grouping, as addresses have them. */
  columns?: string | undefined;
  sort?: string | undefined;
  group?: string | undefined;
  isDense?: boolean | undefined;
  /** What the line under the table says of numbers; no line without it. */
  total?: Total | undefined;
}

export const totals = ['sum', 'average', 'min', 'max', 'count', 'deviation'] as const;
export type Total = (typeof totals)[number];

export const noSettings: ViewSettings = { widths: {} };

export const settingsKey = (trackerId: number, reportId: number | undefined): string =>
  `tepal.report_view.${trackerId}.${reportId ?? 0}`;

export const widthMin = 56;
const widthMax = 900;

export const boundWidth = (px: number): number => Math.min(Math.max(Math.round(px), widthMin), widthMax);

/** What nobody can read counts as nothing said. */
export function readSettings(text: string | undefined): ViewSettings {
  if (text === undefined || text === '') return noSettings;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return noSettings;
    throw error;
  }
  const widths = isRecord(value) && isRecord(value['widths']) ? value['widths'] : {};
  return {
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([key, px]) => (typeof px === 'number' ? [[key, boundWidth(px)]] : [])),
    ),
    columns: textIn(value, 'columns'),
    sort: textIn(value, 'sort'),
    group: textIn(value, 'group'),
    ...(isRecord(value) && value['isDense'] === true ? { isDense: true } : {}),
    total: totals.find((known) => known === textIn(value, 'total')),
  };
}

export const writeSettings = (settings: ViewSettings): string => JSON.stringify(settings);
