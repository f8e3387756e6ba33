// Artifacts from a table in CSV: each line becomes an item of a batch, which judges and saves it.
import type { Static } from 'typebox';
import { DomainError, invalid, invalidThroughout } from '../../../platform/errors.ts';
import { says, messageAndI18n } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { isSliceOver, mapInSlices, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { openTable, readRows } from '../../../platform/spreadsheets/csv.ts';
import type { CsvRow } from '../../../platform/spreadsheets/csv.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isUsableAccount } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Definition, Field, SubmittedValue, Trackers } from '../../trackers/index.ts';
import { requireSignedIn } from '../changes/admission.ts';
import { timeZoneOf, viewTableCells } from '../rendering/table-cells.ts';
import { loadCompleteArtifacts } from '../rendering/complete-artifacts.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import type { BatchItem } from './batch.schema.ts';
import { listStamps } from '../artifact/artifacts.store.ts';
import { isLinkList } from '../artifact/change.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { emptyCell, loginIn, namesOfPeople, readCell, unguard } from './csv-cells.ts';
import type { LineContext } from './csv-cells.ts';
import { guessColumns, readColumns, viewColumns } from './csv-columns.ts';
import type { Columns } from './csv-columns.ts';
import { importedLinesMax } from './csv-imports.schema.ts';
import type { ArtifactImport, ArtifactImportAnswer } from './csv-imports.schema.ts';
import { createFormsReader } from './csv-formats.ts';
import type { TableForms } from './csv-formats.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

type Answer = Static<typeof ArtifactImportAnswer>;
type Problem = Answer['lines'][number]['problems'][number];
type Item = Static<typeof BatchItem>;
type Value = Static<typeof SubmittedValue>;

interface Deps {
  artifacts: Artifacts;
  trackers: Trackers;
  people: People;
}

/** What an artifact shows in the columns, as the export writes it. */
interface Held {
  cells: ReadonlyMap<number, string>;
  linkTypes: ReadonlyMap<number, string>;
}

interface ReadLine {
  line: number;
  cells: readonly string[];
  id: number | undefined;
  values: Value[];
  /** The columns of `values`. */
  places: number[];
  comment: string;
  problems: Fault[];
  /** What a batch would say of it. */
  refusals: Problem[];
}

/** What is wrong in a column; null: with the whole line. */
interface Fault {
  column: number | null;
  sentence: string | Said;
}

/** Characters of a cell that the answer tells. */
const quotedCellMax = 80;

/**
 * What the lines of a table would become; with `is_dry_run` false that is done, too, all of it or nothing. A cell that says
 * what a report as CSV writes of the artifact changes nothing; an empty one leaves a new artifact its default, and empties the
 * field of another. Throws invalid for a table that can't be read or, where it is to be done, with every line that can't;
 * what else Trackers.read throws.
 */
export async function importCsv(
  deps: Deps,
  viewer: Viewer,
  trackerId: number,
  sent: Static<typeof ArtifactImport>,
): Promise<Answer> {
  requireSignedIn(viewer);
  const tracker = await deps.trackers.read(viewer, trackerId);
  requireLivingProject(tracker.project);
  const { columns, rows, total, forms } = await readTable(sent, (names) =>
    sent.columns === undefined
      ? guessColumns(viewer, tracker, names)
      : readColumns(viewer, tracker, names, sent.columns),
  );
  const lines = await readLines(deps, viewer, tracker, { columns, rows, forms });
  const items = lines.filter(isSent);
  if (sent.is_dry_run) await preview(deps, viewer, tracker, items);
  const made = sent.is_dry_run ? new Map<ReadLine, number>() : await save(deps, viewer, tracker, columns, lines, items);
  return {
    columns: viewColumns(columns),
    total,
    lines: lines.map((line) => ({
      line: line.line,
      id: line.id ?? made.get(line) ?? null,
      is_new: line.id === undefined,
      changes: line.values.length + (line.comment === '' ? 0 : 1),
      problems: [
        ...line.problems.map(({ column, sentence }) => ({ column, ...messageAndI18n(sentence) })),
        ...line.refusals,
      ],
      cells: line.cells.map((cell) => truncate(cell, quotedCellMax)),
    })),
  };
}

interface Table {
  columns: Columns;
  rows: readonly CsvRow[];
  forms: TableForms;
}

/** Throws invalid for a table without lines, and one that leaves open what it means. */
async function readTable(
  { csv, skip = 0, ...said }: Static<typeof ArtifactImport>,
  nameColumns: (names: string[]) => Columns,
): Promise<Table & { total: number }> {
  const opened = openTable(csv);
  let columns: Columns | undefined;
  let reader: ReturnType<typeof createFormsReader> | undefined;
  const rows: CsvRow[] = [];
  let total = 0;
  for (const row of readRows(csv, opened)) {
    if (isSliceOver()) await yieldSlice();
    if (columns === undefined || reader === undefined) {
      if (row.cells === undefined)
        throw invalid(
          says('import.head-quotes')`the first line, which contains the column names, has unbalanced quotes`,
          'csv',
        );
      columns = nameColumns(row.cells.map((name) => name.trim()));
      reader = createFormsReader(columns, opened.separator);
      continue;
    }
    reader.look(row.line, row.cells ?? []);
    if (total >= skip && rows.length < importedLinesMax) rows.push(row);
    total += 1;
  }
  if (columns === undefined || reader === undefined || total === 0)
    throw invalid(says('account-import.empty')`has no rows below the column names`, 'csv');
  if (rows.length === 0) throw invalid(says('import.all-skipped')`all ${total} lines are skipped`, 'skip');
  return { columns, rows, total, forms: reader.read(said) };
}

const isSent = ({ id, values, comment, problems }: ReadLine): boolean =>
  problems.length === 0 && (id === undefined || values.length > 0 || comment !== '');

async function readLines(
  deps: Deps,
  viewer: Viewer,
  tracker: Definition,
  { columns, rows, forms }: Table,
): Promise<ReadLine[]> {
  const timeZone = timeZoneOf(viewer);
  const people = await findPeople(deps.people, columns, rows);
  const held = await readHeld(deps, viewer, tracker, columns, rows);
  return mapInSlices(rows, ({ line, cells }) => {
    const read: ReadLine = {
      line,
      cells: cells ?? [],
      id: undefined,
      values: [],
      places: [],
      comment: '',
      problems: [],
      refusals: [],
    };
    const refuse = (sentence: string | Said, column: number | null = null): void => {
      read.problems.push({ column, sentence });
    };
    if (cells === undefined) refuse(says('import.quotes')`quotes are not balanced`);
    else if (cells.length > columns.names.length)
      refuse(says('import.cells')`has ${cells.length} cells, but there are ${columns.names.length} columns`);
    if (cells === undefined || read.problems.length > 0) return read;
    const idCell = idIn(cells, columns);
    const id = /^\d{1,15}$/.test(idCell) ? Number(idCell) : undefined;
    const known = id === undefined ? undefined : held.get(id);
    if (idCell !== '' && known === undefined)
      refuse(
        says('import.no-artifact')`"${truncate(idCell, quotedCellMax)}" is not an artifact of this tracker`,
        columns.id ?? null,
      );
    if (read.problems.length > 0) return read;
    read.id = id;
    read.comment = columns.comment === undefined ? '' : unguard(cells[columns.comment] ?? '').trim();
    const context = { tracker, ...forms, timeZone, people, linkTypes: known?.linkTypes ?? new Map<number, string>() };
    for (const [column, field] of columns.fields) {
      const text = unguard(cells[column] ?? '').replaceAll('\r\n', '\n');
      if (cells[column] === undefined || isSaid(text, known, column)) continue;
      try {
        const value = text.trim() === '' ? emptyCell(field) : readCell(field, text, context);
        if (isSameValue(field, value, known?.cells.get(column), context)) continue;
        read.values.push(value);
        read.places.push(column);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refuse(error.sentence, column);
      }
    }
    return read;
  });
}

/** Whether a cell changes nothing. */
const isSaid = (text: string, known: Held | undefined, column: number): boolean =>
  text.trim() === (known?.cells.get(column) ?? '').trim();

/** Whether a number or a date is the one that is there, in another form. */
function isSameValue(field: Field, { value }: Value, held: string | undefined, context: LineContext): boolean {
  if (held === undefined || held === '' || (!fieldIs.number(field) && !fieldIs.date(field))) return false;
  const there = readCell(field, held, { ...context, decimal: 'point' }).value;
  return value === there || (fieldIs.number(field) && Number(value) === Number(there));
}

const idIn = (cells: readonly string[], { id }: Columns): string => (id === undefined ? '' : (cells[id] ?? '').trim());

async function findPeople(
  people: People,
  columns: Columns,
  rows: readonly CsvRow[],
): Promise<ReadonlyMap<string, number>> {
  const names = new Set<string>();
  for (const [column, field] of columns.fields) {
    for (const { cells } of rows) for (const name of namesOfPeople(field, cells?.[column] ?? '')) names.add(name);
  }
  const found = new Map<string, number>();
  for (const name of names) {
    const user = await people.findByIdentifier(loginIn(name));
    if (user !== undefined && isUsableAccount(user)) found.set(name, user.id);
  }
  return found;
}

/** Artifacts of the tracker that lines name and the viewer sees. */
async function readHeld(
  { artifacts, trackers }: Deps,
  viewer: Viewer,
  tracker: Definition,
  columns: Columns,
  rows: readonly CsvRow[],
): Promise<ReadonlyMap<number, Held>> {
  const wanted = rows.flatMap(({ cells }) => {
    const text = idIn(cells ?? [], columns);
    return /^\d{1,15}$/.test(text) ? [Number(text)] : [];
  });
  const db = artifacts.readingBulk.db;
  const stamps = (await listStamps(db, [...new Set(wanted)])).filter(({ tracker_id: id }) => id === tracker.id);
  const visible = await findVisible({ db, trackers }, viewer, stamps);
  const ids = stamps.map(({ id }) => id).filter((id) => visible.ids.has(id));
  const fields: Field[] = [...columns.fields.values()];
  const places = [...columns.fields.keys()];
  const timeZone = timeZoneOf(viewer);
  const held = new Map<number, Held>();
  for (let start = 0; start < ids.length; start += heldAtOnce) {
    const some = ids.slice(start, start + heldAtOnce);
    const complete = await loadCompleteArtifacts(artifacts.readingBulk, viewer, some, visible.definitions, fields);
    await mapInSlices(complete, (shown) => {
      const cells = viewTableCells(shown, fields, timeZone).map((cell) => String(cell).replaceAll('\r\n', '\n'));
      const links = fields.map(({ id }) => shown.renderable.values[id]).find(isLinkList) ?? [];
      held.set(shown.renderable.row.id, {
        cells: new Map(cells.map((cell, index) => [places[index] ?? -1, cell])),
        linkTypes: new Map(links.map(({ id, type }) => [id, type])),
      });
    });
  }
  return held;
}

/** Artifacts whose values are held at a time. */
const heldAtOnce = 20;

const itemOf = (tracker: Definition, { id, values, comment }: ReadLine): Item => ({
  ...(id === undefined ? { tracker: { id: tracker.id } } : { id }),
  values,
  ...(comment === '' ? {} : { comment: { body: comment, format: 'commonmark' } }),
});

const columnOf = ({ places }: ReadLine, path: string): number | null => {
  const index = /^values\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? null : (places[Number(index)] ?? null);
};

/** Adds to lines why a batch would refuse them. */
async function preview(deps: Deps, viewer: Viewer, tracker: Definition, lines: readonly ReadLine[]): Promise<void> {
  if (lines.length === 0) return;
  const items = lines.map((line) => itemOf(tracker, line));
  const answer = await deps.artifacts.batch(viewer, { items, dry_run: true });
  for (const [index, { refusal }] of answer.items.entries()) {
    const line = lines[index];
    if (line !== undefined && refusal !== null && refusal !== undefined)
      line.refusals.push({
        column: columnOf(line, refusal.path),
        message: refusal.message,
        ...(refusal.i18n === undefined ? {} : { i18n: refusal.i18n }),
      });
  }
}

/** Gives the ids of new artifacts. Throws invalid with all lines that can't be imported. */
async function save(
  deps: Deps,
  viewer: Viewer,
  tracker: Definition,
  columns: Columns,
  lines: readonly ReadLine[],
  sent: readonly ReadLine[],
): Promise<ReadonlyMap<ReadLine, number>> {
  const refuse = ({ line }: ReadLine, { column, sentence }: Fault): DomainError =>
    invalid(
      column === null
        ? says('import.line')`line ${line}: ${sentence}`
        : says('import.cell')`line ${line}, ${columns.names[column] ?? ''}: ${sentence}`,
      'csv',
    );
  const [first, ...others] = lines.flatMap((line) => line.problems.map((problem) => refuse(line, problem)));
  if (first !== undefined) throw invalidThroughout([first, ...others]);
  if (sent.length === 0) return new Map();
  try {
    const answer = await deps.artifacts.batch(viewer, { items: sent.map((line) => itemOf(tracker, line)) });
    return new Map(sent.map((line, index) => [line, answer.items[index]?.id ?? 0]));
  } catch (error) {
    throw error instanceof DomainError ? inLines(error, sent, refuse) : error;
  }
}

/** The refusal of a batch in words of the table. */
function inLines(
  error: DomainError,
  sent: readonly ReadLine[],
  refuse: (line: ReadLine, fault: Fault) => DomainError,
): DomainError {
  const [first, ...others] = (error.all ?? [error]).map((one) => {
    const [, index = '', path = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(one.path ?? '') ?? [];
    const line = index === '' ? undefined : sent[Number(index)];
    const sentence = one.message === '' ? says('import.forbidden')`you don't have permission to do this` : one.sentence;
    return line === undefined ? one : refuse(line, { column: columnOf(line, path), sentence });
  });
  if (first === undefined) return error;
  return new DomainError(error.kind, first.sentence, { path: 'csv', all: [first, ...others] });
}
