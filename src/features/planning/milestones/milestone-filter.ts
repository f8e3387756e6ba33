// The `query` of lists of milestones and of backlogs.
import { invalid } from '../../../platform/errors.ts';
import { either, says } from '../../../platform/texts/said.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Period } from './periods.ts';

export interface MilestoneFilter {
  isOpen?: boolean;
  /** Of open milestones only. */
  period?: Period;
}

/** The only entry of the JSON object; undefined without a query. Throws invalid, saying what is expected. */
function readEntry(text: string | undefined, expected: readonly string[]): string | undefined {
  const entries = [...readQueryObject(text)];
  if (text === undefined || text === '') return undefined;
  const [[key, value] = [], ...others] = entries;
  if (key === undefined || others.length > 0 || typeof value !== 'string')
    throw invalid(says('milestone.query')`must be ${either(expected)}`, 'query');
  return `${key}=${value}`;
}

const statuses = new Map([
  ['status=open', { isOpen: true }],
  ['status=closed', { isOpen: false }],
]);
const periods = new Map<string, MilestoneFilter>([
  ['period=future', { isOpen: true, period: 'future' }],
  ['period=current', { isOpen: true, period: 'current' }],
]);

function readFilter(
  text: string | undefined,
  known: ReadonlyMap<string, MilestoneFilter>,
  expected: readonly string[],
): MilestoneFilter {
  const entry = readEntry(text, expected);
  if (entry === undefined) return {};
  const filter = known.get(entry);
  if (filter === undefined) throw invalid(says('milestone.query')`must be ${either(expected)}`, 'query');
  return filter;
}

const statusForms = ['{"status":"open"}', '{"status":"closed"}'];

/** By status; throws invalid. */
export const readStatusFilter = (text: string | undefined): MilestoneFilter => readFilter(text, statuses, statusForms);

/** By status or period; throws invalid. */
export const readMilestoneFilter = (text: string | undefined): MilestoneFilter =>
  readFilter(text, new Map([...statuses, ...periods]), ['{"period":"future"}', '{"period":"current"}', ...statusForms]);

/** Whether closed items are wanted too; throws invalid for anything but that. */
export function readsClosedToo(text: string | undefined): boolean {
  const expected = ['{"status":"all"}'];
  const entry = readEntry(text, expected);
  if (entry !== undefined && entry !== 'status=all')
    throw invalid(says('milestone.query')`must be ${either(expected)}`, 'query');
  return entry !== undefined;
}
