// Tables of reports: their columns, and what they are sorted by. How other types are read: chart-renderer.ts, cardwall-renderer.ts.
import { escapeXmlText } from '../../platform/texts/xml-text.ts';
import type { ReportSettings, StoredRenderer } from './report-settings.ts';

export interface SortColumn {
  fieldId: number;
  isDescending: boolean;
}

/** A column of what every artifact has, at its place among all columns. */
export interface StandardColumn {
  name: string;
  place: number;
}

/** The same of what a table is sorted by. */
export interface StandardSort extends StandardColumn {
  isDescending: boolean;
}

export interface Table {
  /** See rendererIdOf. */
  id: number;
  columnFieldIds: readonly number[];
  sort: readonly SortColumn[];
  standardColumns: readonly StandardColumn[];
  standardSort: readonly StandardSort[];
}

export const isTable = (renderer: StoredRenderer): boolean => renderer.type === 'table';

const sortBlock = /<sort\b[^>]*?(?:\/>|>([^]*?)<\/sort>)/;
const columnsBlock = /<columns\b[^>]*?(?:\/>|>[^]*?<\/columns>)/;

/** Its own where a change has given it one, else its place among all renderers of the report, from 1. */
export const rendererIdOf = ({ id }: StoredRenderer, index: number): number => id ?? index + 1;

export function listTables({ renderers }: Pick<ReportSettings, 'renderers'>): Table[] {
  return renderers.flatMap((renderer, index) =>
    isTable(renderer)
      ? [
          {
            id: rendererIdOf(renderer, index),
            columnFieldIds: [...new Set(renderer.columnFieldIds)],
            sort: readSort(renderer),
            standardColumns: readStandardColumns(renderer),
            standardSort: readStandardSort(renderer),
          },
        ]
      : [],
  );
}

/** `is_desc` is Tepal's own: archives of others sort upwards. */
export function readSort({ xml, references, sortFieldIds }: StoredRenderer): SortColumn[] {
  const fields = [...(sortBlock.exec(xml)?.[1] ?? '').matchAll(/<field\b[^>]*>/g)].map(([tag]) => tag);
  const falling = new Set(
    fields.flatMap((tag) => {
      const ref = /\bREF="([^"]*)"/.exec(tag)?.[1] ?? '';
      return tag.includes('is_desc="1"') ? (references[ref] ?? []) : [];
    }),
  );
  return sortFieldIds.map((fieldId) => ({ fieldId, isDescending: falling.has(fieldId) }));
}

const standardAttributes = {
  columns: /<columns\b[^>]*?\bstandard="([^"]*)"/,
  sort: /<sort\b[^>]*?\bstandard="([^"]*)"/,
};

/** Tepal's own, as `0:@id 4:-@last_update_date`, `-` before what descends: archives of others have none. */
const readStandards = (element: keyof typeof standardAttributes, xml: string): StandardSort[] =>
  (standardAttributes[element].exec(xml)?.[1] ?? '').split(' ').flatMap((part) => {
    const [, place, sign, name] = /^(\d{1,3}):(-?)(@[a-z_]+)$/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, place: Number(place), isDescending: sign === '-' }];
  });

export const readStandardColumns = ({ xml }: Pick<StoredRenderer, 'xml'>): StandardColumn[] =>
  readStandards('columns', xml).map(({ name, place }) => ({ name, place }));

export const readStandardSort = ({ xml }: Pick<StoredRenderer, 'xml'>): StandardSort[] => readStandards('sort', xml);

/** What is of fields with what is of every artifact, each at its place among all. */
export function withStandard<T, S extends StandardColumn>(
  ofFields: readonly T[],
  standard: readonly S[],
  read: (one: S) => T | undefined,
): T[] {
  const all = [...ofFields];
  for (const one of standard.toSorted((a, b) => a.place - b.place)) {
    const item = read(one);
    if (item !== undefined) all.splice(one.place, 0, item);
  }
  return all;
}

/** How a field is named in what is written here; exports give it the name that it has there. */
export const refOf = (fieldId: number): string => `field-${fieldId}`;

/** One that shows nothing yet. */
export function createRenderer(type: string, name: string, description: string, rank: number): StoredRenderer {
  const words = `<name>${escapeXmlText(name)}</name>${description === '' ? '' : `<description>${escapeXmlText(description)}</description>`}`;
  const chunk = type === 'table' ? ' chunksz="15"' : '';
  return {
    type,
    rank,
    name,
    description,
    columnFieldIds: [],
    sortFieldIds: [],
    xml: `<renderer type="${type}" rank="${rank}"${chunk}>${words}</renderer>`,
    references: {},
  };
}

/** The element without its end tag, its start tag open where it had no content. */
function withoutEnd(xml: string): string {
  const end = xml.lastIndexOf('</renderer>');
  return end < 0 ? `${xml.slice(0, xml.lastIndexOf('/>'))}>` : xml.slice(0, end).trimEnd();
}

const standardOf = (all: readonly (StandardColumn & { isDescending?: boolean })[]): string =>
  all.length === 0
    ? ''
    : ` standard="${all.map(({ name, place, isDescending }) => `${place}:${isDescending ? '-' : ''}${name}`).join(' ')}"`;

/** The table, or a new one, with these columns in this order. */
export function writeTable(
  table: StoredRenderer | undefined,
  { columnFieldIds, standardColumns, sort, standardSort }: Omit<Table, 'id'>,
): StoredRenderer {
  const { xml, references, ...rest } = table ?? createRenderer('table', 'Table', '', 0);
  const columns = columnFieldIds.map((id) => `<field REF="${refOf(id)}"/>`).join('');
  const steps = sort
    .map(({ fieldId, isDescending }) => `<field REF="${refOf(fieldId)}"${isDescending ? ' is_desc="1"' : ''}/>`)
    .join('');
  const sorted = sort.length + standardSort.length === 0 ? '' : `<sort${standardOf(standardSort)}>${steps}</sort>`;
  const body = `<columns${standardOf(standardColumns)}>${columns}</columns>${sorted}`;
  const bare = xml.replace(columnsBlock, '').replace(sortBlock, '');
  const named = [...columnFieldIds, ...sort.map(({ fieldId }) => fieldId)].map((id) => [refOf(id), id] as const);
  return {
    ...rest,
    columnFieldIds: [...columnFieldIds],
    sortFieldIds: sort.map(({ fieldId }) => fieldId),
    xml: `${withoutEnd(bare)}${body}</renderer>`,
    references: { ...references, ...Object.fromEntries(named) },
  };
}
