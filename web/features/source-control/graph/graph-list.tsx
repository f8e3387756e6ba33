// A history as a list, with its branches and merges drawn beside.
import { useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import ui from '../../../ui/ui.module.css';
import { CommitList } from '../commit-list.tsx';
import type { Commit } from '../source-control.queries.ts';
import css from './graph.module.css';
import { CommitLanes, lanesMax, PassingLanes } from './lane-strip.tsx';
import { layLanes, widthOf } from './lanes.ts';

/** `commits` are a history from its newest one on, without gaps. */
export function GraphList({ id, commits }: { id: number; commits: readonly Commit[] }): ReactNode {
  const rows = useMemo(() => layLanes(commits), [commits]);
  const lanes: CSSProperties & Record<'--lanes', number> = { '--lanes': Math.min(widthOf(rows), lanesMax) };
  return (
    <div className={css.graph} style={lanes}>
      <CommitList
        id={id}
        commits={commits}
        beside={({ parents }, index) => {
          const row = rows[index];
          return row === undefined ? null : <CommitLanes row={row} parents={parents.length} />;
        }}
        headline={(day, index) => (
          <div className={css.headline}>
            <PassingLanes row={rows[index - 1]} />
            <h2 className={ui.group}>{day}</h2>
          </div>
        )}
      />
    </div>
  );
}
