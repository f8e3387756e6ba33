// What a row of a query shows in each column, as a page and as a file shows it. Pure.
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';

export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number | null }
  | { kind: 'date'; iso: string | null; withTime: boolean }
  | { kind: 'labels'; labels: readonly { label: string; colour: string | null }[] }
  | { kind: 'people'; people: readonly { name: string; picture: string | undefined }[] }
  | { kind: 'artifact'; id: number; name: string; title: string; colour: string | null };

const labelOf = (value: unknown) => ({ label: textIn(value, 'label') ?? '', colour: textIn(value, 'color') ?? null });
const personOf = (value: unknown) => ({
  name: textIn(value, 'display_name') ?? '',
  picture: textIn(value, 'avatar_url'),
});

/** HTML of texts without its tags. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();

/** `type` as the answer names it. A number that is a name (`isIdentifier`) has nothing between its digits. */
export function readCell(type: string, value: unknown, isIdentifier = false): Cell {
  if (isIdentifier) return { kind: 'text', text: String(numberIn(value, 'value') ?? '') };
  switch (type) {
    case 'pretty_title': {
      const id = numberIn(value, 'artifact_id') ?? 0;
      const name = `${textIn(value, 'tracker_name') ?? ''} #${id}`;
      return {
        kind: 'artifact',
        id,
        name,
        title: textIn(value, 'title') ?? '',
        colour: textIn(value, 'color') ?? null,
      };
    }
    case 'project':
      return { kind: 'text', text: textIn(value, 'name') ?? '' };
    case 'tracker':
      return {
        kind: 'labels',
        labels: [{ label: textIn(value, 'name') ?? '', colour: textIn(value, 'color') ?? null }],
      };
    case 'link_type':
      return { kind: 'text', text: textIn(value, 'label') ?? '' };
    case 'numeric':
      return { kind: 'number', value: numberIn(value, 'value') ?? null };
    case 'date': {
      const withTime = isRecord(value) && value['with_time'] === true;
      return { kind: 'date', iso: textIn(value, 'value') ?? null, withTime };
    }
    case 'user':
      return { kind: 'people', people: [personOf(value)].filter(({ name }) => name !== '') };
    case 'list_user':
      return { kind: 'people', people: listIn(value, 'value').map(personOf) };
    case 'list_static':
    case 'list_user_group':
      return { kind: 'labels', labels: listIn(value, 'value').map(labelOf) };
    default:
      return { kind: 'text', text: plainText(textIn(value, 'value') ?? '') };
  }
}

/** `2026-04-03 09:30` by the clocks of a time zone, which spreadsheets read as a moment. */
const formatTimestamp = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(new Date(iso));

/** As a file has it. `timeZone` is that of moments. */
export function cellText(cell: Cell, timeZone: string): string {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.value === null ? '' : String(cell.value);
    case 'date':
      return cell.iso === null ? '' : cell.withTime ? formatTimestamp(cell.iso, timeZone) : cell.iso.slice(0, 10);
    case 'labels':
      return cell.labels.map(({ label }) => label).join(';');
    case 'people':
      return cell.people.map(({ name }) => name).join(';');
    case 'artifact':
      return `${cell.name} ${cell.title}`.trim();
  }
}

/** A field of a CSV; texts that spreadsheets would take for a formula have an apostrophe before them. */
const csvField = (text: string): string => {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

interface Answer {
  artifacts: readonly Readonly<Record<string, unknown>>[];
  selected: readonly { name: string; type: string; is_identifier?: boolean }[];
}

/** All rows with the numbers of their artifacts, as a CSV. */
export function writeCsv({ artifacts, selected }: Answer, timeZone: string): string {
  const columns = selected.filter(({ type }) => type !== 'artifact');
  const lines = artifacts.map((row) => [
    String(numberIn(row['@artifact'], 'id') ?? ''),
    ...columns.map(({ name, type }) => cellText(readCell(type, row[name]), timeZone)),
  ]);
  const head = ['id', ...columns.map(({ name }) => name)].join(',');
  return [head, ...lines.map((line) => line.map(csvField).join(','))].map((line) => `${line}\r\n`).join('');
}

/** Where a refusal says that a query is wrong: the place in the text. undefined where it names none. */
export function findPosition(text: string, message: string): number | undefined {
  const [, line, column] = /\bline (\d{1,6}), column (\d{1,6})\b/i.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const before = text.split('\n').slice(0, Number(line) - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, start + Number(column) - 1);
}
