// What the table of a report needs to know: which lines are in sight, which row is the current one, what keys and clicks do.
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { rememberTrail, trailMax } from '../../../platform/lists/list-trail.ts';
import { useOwnAddress } from '../../../platform/lists/own-address.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { layOut } from './sections.ts';
import type { Line, Lines } from './sections.ts';
import type { Artifact } from '../shapes.ts';
import type { RowProps } from './table-row.tsx';
import { useIsNarrow } from '../use-narrow.ts';
import type { OpenReport } from '../use-report.ts';
import { readIds, useVisibleRows } from './use-rows.ts';
import type { FoundRows } from './use-rows.ts';
import type { Selection } from '../changes/use-selection.ts';
import { useIsIdle } from '../../../ui/lazy.tsx';

/** Heights of a row, in px. */
const heights = { normal: 36, dense: 28, narrow: 60 };
/** Rows that are drawn beyond those in sight: before the page is at rest, and once it is. */
const rowsAround = { first: 2, atRest: 8 };
/** As long as somebody looks at a table before they scroll it, in ms. */
const firstLookMs = 300;
/** Of the scroller in report.module.css, in px: rows are drawn by it before it is measured. */
const scroller = { around: 120, least: 320, partOfNarrow: 0.8 };
/** Rows that go by between two pictures of somebody who looks at none of them. */
const rowsOfFlight = 20;

/** How far each list was scrolled when it was left, in px, by address. */
const scrolled = new Map<string, number>();
const scrolledMax = 100;

export interface TableProps {
  open: OpenReport;
  found: FoundRows;
  selection: Selection;
  /** Rows that were seen, by id. */
  seen: Map<number, Artifact>;
  /** Row that is the current one; -1: none. */
  current: number;
  /** The artifact that the person comes back from, or that is the current one. */
  viewed: number | undefined;
  onCurrent(row: number, artifact: Artifact | undefined): void;
  onOpen(id: number): void;
}

type ByRow = ReadonlyMap<number, Artifact>;

/** The lines in sight, and their artifacts as far as they are read. */
export function useTableLines({ open, found, seen, current, viewed, onCurrent }: TableProps) {
  const { tracker, settings } = open;
  const place = useRef<HTMLDivElement>(null);
  const addressNow = useOwnAddress();
  const isNarrow = useIsNarrow();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => layOut(found.sections, collapsed), [found.sections, collapsed]);
  const height = isNarrow ? heights.narrow : settings.isDense === true ? heights.dense : heights.normal;
  const isAtRest = useIsIdle(firstLookMs);
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => place.current,
    estimateSize: () => height,
    overscan: isAtRest ? rowsAround.atRest : rowsAround.first,
    initialRect: {
      width: 0,
      height: isNarrow ? innerHeight * scroller.partOfNarrow : Math.max(innerHeight - scroller.around, scroller.least),
    },
    initialOffset: () => scrolled.get(addressNow() ?? '') ?? 0,
    scrollPaddingStart: height,
  });
  const measured = useRef(height);
  useEffect(() => {
    if (measured.current === height) return;
    measured.current = height;
    virtual.measure();
  }, [virtual, height]);
  const items = virtual.getVirtualItems();
  const [start, end] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const isFlying = useFlight(start) && virtual.isScrolling;
  const artifactAt = useVisibleRows(tracker.id, lines, { start, end, isFlying });
  const visible = items.flatMap((item) => {
    const line = lines.at(item.index);
    return line === undefined ? [] : [{ item, line, artifact: artifactAt(line) }];
  });
  // Rows that were in sight, of the present lines alone.
  const byRow = useMemo(() => ({ lines, artifacts: new Map<number, Artifact>() }), [lines]).artifacts;
  for (const { line, artifact } of visible) {
    if (line.kind !== 'row' || artifact === undefined) continue;
    byRow.set(line.row, artifact);
    seen.set(artifact.id, artifact);
  }
  useScrollMemory(virtual.scrollOffset ?? 0);
  useTrail(open, lines, visible, virtual.isScrolling);
  useCurrentRow({ place, byRow, current, viewed, onCurrent });
  const toggle = (key: string): void => setCollapsed((before) => toggled(before, key));
  // The head covers what is under it, and so does the line of totals.
  const covered = settings.total === undefined ? heights.normal : 2 * heights.normal;
  const top = virtual.scrollOffset ?? 0;
  const bottom = top + (virtual.scrollRect?.height ?? 0) - covered;
  const idsInSight = visible
    .filter(({ item }) => item.start + height / 2 > top && item.start + height / 2 < bottom)
    .flatMap(({ artifact }) => artifact?.id ?? []);
  return { place, isNarrow, collapsed, toggle, lines, height, virtual, visible, byRow, idsInSight };
}

/** Whether the rows go by so fast that nobody reads them. */
function useFlight(start: number): boolean {
  const last = useRef({ start, isFlying: false });
  const { start: before } = last.current;
  if (before !== start) last.current = { start, isFlying: Math.abs(start - before) > rowsOfFlight };
  return last.current.isFlying;
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface KeysProps extends Pick<TableProps, 'current' | 'onCurrent' | 'onOpen' | 'selection'> {
  place: RefObject<HTMLElement | null>;
  lines: Lines;
  byRow: ByRow;
  height: number;
  scrollTo(line: number): void;
}

/** Keys that move among the rows; gives what listens while the table has the focus. */
export function useTableKeys(props: KeysProps): (event: KeyboardEvent) => void {
  const { place, lines, byRow, height, current, onCurrent, onOpen, selection, scrollTo } = props;
  const moveTo = (row: number): void => {
    const next = Math.min(Math.max(row, 0), lines.rows - 1);
    if (next < 0) return;
    scrollTo(lines.lineOfRow(next));
    onCurrent(next, byRow.get(next));
    place.current?.focus({ preventScroll: true });
  };
  const latest = useRef({ moveTo, current });
  useEffect(() => {
    latest.current = { moveTo, current };
  });
  useShortcuts(
    useMemo(() => {
      const by = (step: number) => (): void => latest.current.moveTo(latest.current.current + step);
      return [
        { keys: 'j', label: 'trackers.key.next', run: by(1) },
        { keys: 'k', label: 'trackers.key.previous', run: by(-1) },
      ] as const;
    }, []),
  );
  return (event) => {
    if (event.target !== place.current) return;
    const page = Math.max(Math.floor((place.current?.clientHeight ?? 0) / height) - 2, 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: lines.rows - 1,
    };
    const next = steps[event.key];
    const id = byRow.get(current)?.id;
    if (event.key === 'Enter' && id !== undefined) onOpen(id);
    if (next === undefined) return;
    event.preventDefault();
    if (event.shiftKey && id !== undefined) selection.add([id]);
    moveTo(next);
  };
}

/** What a click on a row does; always the same function, so that rows need not be drawn again. */
export function usePointing({
  onCurrent,
  selection,
  byRow,
}: Pick<TableProps, 'onCurrent' | 'selection'> & { byRow: ByRow }): RowProps['onPoint'] {
  const anchor = useRef<number>(undefined);
  const latest = useRef({ onCurrent, selection, byRow });
  useEffect(() => {
    latest.current = { onCurrent, selection, byRow };
  });
  return useCallback<RowProps['onPoint']>((row, id, { isBox, isRange, isToggle }) => {
    const now = latest.current;
    const from = anchor.current;
    if (isRange && from !== undefined) {
      const [low, high] = [Math.min(from, row), Math.max(from, row)];
      now.selection.add([...now.byRow].filter(([one]) => one >= low && one <= high).map(([, artifact]) => artifact.id));
    } else {
      if (isBox || isToggle) now.selection.toggle(id);
      anchor.current = row;
    }
    now.onCurrent(row, now.byRow.get(row));
  }, []);
}

/** Remembers the rows that are read, around those in sight, as the list that one came from, whenever scrolling rests. */
function useTrail(
  { tracker, report }: OpenReport,
  lines: Lines,
  rendered: readonly { line: Line; artifact: Artifact | undefined }[],
  isScrolling: boolean,
): void {
  const first = rendered.find(({ line }) => line.kind === 'row')?.line;
  const row = first?.kind === 'row' ? first.row : 0;
  // Another text whenever other rows are there.
  const ids = rendered.flatMap(({ artifact }) => artifact?.id ?? []).join(' ');
  const queryClient = useQueryClient();
  const label = report === undefined ? tracker.label : `${tracker.label}: ${report.label}`;
  const addressNow = useOwnAddress();
  useEffect(() => {
    const address = addressNow();
    if (isScrolling || ids === '' || address === undefined) return;
    const start = Math.max(row - trailMax / 2, 0);
    const read = readIds(queryClient, tracker.id, lines, { start, end: start + trailMax });
    rememberTrail({ address, label, ids: read, start, size: lines.rows });
  }, [addressNow, queryClient, tracker.id, lines, row, ids, isScrolling, label]);
}

interface CurrentProps extends Pick<TableProps, 'current' | 'viewed' | 'onCurrent'> {
  place: RefObject<HTMLElement | null>;
  byRow: ByRow;
}

/** The row that somebody comes back from gets the focus as soon as it is there; the current one says which artifact it is. */
function useCurrentRow({ place, byRow, current, viewed, onCurrent }: CurrentProps): void {
  const isBack = current === -1 && viewed !== undefined;
  const row = isBack ? [...byRow].find(([, { id }]) => id === viewed)?.[0] : current;
  const artifact = row === undefined ? undefined : byRow.get(row);
  const isNews = row !== undefined && artifact !== undefined && (isBack || artifact.id !== viewed);
  useEffect(() => {
    if (!isNews) return;
    onCurrent(row, artifact);
    if (isBack) place.current?.focus({ preventScroll: true });
  }, [isNews, isBack, row, artifact, onCurrent, place]);
}

function useScrollMemory(offset: number): void {
  const addressNow = useOwnAddress();
  useEffect(() => {
    const address = addressNow();
    if (address === undefined) return;
    scrolled.delete(address);
    scrolled.set(address, offset);
    for (const [oldest] of scrolled) {
      if (scrolled.size <= scrolledMax) return;
      scrolled.delete(oldest);
    }
  }, [addressNow, offset]);
}
