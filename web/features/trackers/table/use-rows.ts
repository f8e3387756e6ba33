// The rows of a report, read by page as they come into sight.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fieldByName, isGroupable } from '../fields.ts';
import type { Field } from '../fields.ts';
import { filterOf } from '../report-state.ts';
import { conditionOfGroup, groupKey } from './sections.ts';
import type { Group, Line, Lines, Section } from './sections.ts';
import { pageQuery, pageSize, summaryQuery } from '../trackers.queries.ts';
import type { Artifact, ListQuery } from '../shapes.ts';
import type { OpenReport } from '../use-report.ts';

export interface FoundRows {
  sections: readonly Section[];
  /** How many match; undefined until it is known. */
  size: number | undefined;
  error: unknown;
  retry(): void;
  /** Whether others are asked for, and those that are shown are of before. */
  isAsking: boolean;
}

/** What matches; the rows of before stay until the new ones are there. */
export function useFoundRows(open: OpenReport): FoundRows {
  const { tracker, state, list } = open;
  const groupField = state.group === '' ? undefined : fieldByName(tracker, state.group);
  const isGrouped = groupField !== undefined && isGroupable(groupField);
  const first = useQuery({ ...pageQuery(tracker.id, list, 0), placeholderData: keepPreviousData, enabled: !isGrouped });
  const groups = useQuery({
    ...summaryQuery(tracker.id, open.filter, state.group, ''),
    placeholderData: keepPreviousData,
    enabled: isGrouped,
  });
  const [shown, setShown] = useState(list);
  const source = isGrouped ? groups : first;
  if (!first.isPlaceholderData && first.data !== undefined && shown !== list) setShown(list);
  const common = {
    error: source.error,
    retry: () => void source.refetch(),
    isAsking: source.isPlaceholderData || source.isPending,
  };
  const size = isGrouped ? groups.data?.size : first.data?.size;
  const rowsOf = first.isPlaceholderData ? shown : list;
  const sections = useMemo(
    () => (isGrouped ? groupSections(groupField, groups.data?.groups ?? [], open) : oneSection(size, rowsOf)),
    [isGrouped, groupField, groups.data, open, size, rowsOf],
  );
  return { ...common, sections, size };
}

const oneSection = (size: number | undefined, list: ListQuery): readonly Section[] =>
  size === undefined ? [] : [{ key: 'all', group: undefined, size, list }];

const groupSections = (field: Field, groups: readonly Group[], { state, list }: OpenReport): readonly Section[] =>
  groups.map(({ value, count }) => ({
    key: groupKey(value),
    group: { label: value?.label, colour: value?.color_name ?? undefined },
    size: count,
    list: { ...list, ...filterOf(state, conditionOfGroup(field, value)) },
  }));

/** Artifacts of the lines in sight; undefined for rows that are still being read. In flight none is asked for. */
export function useVisibleRows(
  trackerId: number,
  lines: Lines,
  { start, end, isFlying }: { start: number; end: number; isFlying: boolean },
): (line: Line) => Artifact | undefined {
  const wanted = new Map<string, { section: Section; page: number }>();
  for (let index = start; index <= end; index += 1) {
    const line = lines.at(index);
    if (line?.kind !== 'row') continue;
    const page = Math.floor(line.place / pageSize);
    wanted.set(`${line.section.key} ${page}`, { section: line.section, page });
  }
  const keys = [...wanted.keys()];
  const found = useQueries({
    queries: [...wanted.values()].map(({ section, page }) => ({
      ...pageQuery(trackerId, section.list, page),
      enabled: !isFlying,
    })),
  });
  return (line) => {
    if (line.kind !== 'row') return undefined;
    const page = Math.floor(line.place / pageSize);
    return found[keys.indexOf(`${line.section.key} ${page}`)]?.data?.data[line.place - page * pageSize];
  };
}

/** Ids of the rows from `start` to before `end`, as far as they are read; undefined for the others, none after the last that is. */
export function readIds(
  client: QueryClient,
  trackerId: number,
  lines: Lines,
  { start, end }: { start: number; end: number },
): (number | undefined)[] {
  const ids: (number | undefined)[] = [];
  const last = Math.min(end, lines.rows);
  for (let row = start; row < last;) {
    const line = lines.at(lines.lineOfRow(row));
    if (line?.kind !== 'row') break;
    const { section, place } = line;
    const page = Math.floor(place / pageSize);
    const count = Math.min((page + 1) * pageSize, section.size, place + last - row) - place;
    const read = client.getQueryData(pageQuery(trackerId, section.list, page).queryKey)?.data;
    const inPage = place - page * pageSize;
    read?.slice(inPage, inPage + count).forEach(({ id }, index) => (ids[row - start + index] = id));
    row += count;
  }
  return Array.from(ids);
}
