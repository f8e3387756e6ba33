// The workflow as a picture: states from left to right by how many steps they are away from a new artifact.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftValue, DraftWorkflow } from '../definition-draft.ts';
import { survey } from './transitions.ts';

const size = { width: 130, height: 34, gapX: 70, gapY: 26, margin: 20 };

interface Spot {
  x: number;
  y: number;
}

/** `null` is the new artifact. */
function placeStates(states: readonly DraftValue[], steps: ReadonlyMap<number, number>): Map<number | null, Spot> {
  const lastStep = Math.max(-1, ...steps.values());
  const spots = new Map<number | null, Spot>([[null, { x: size.margin, y: size.margin }]]);
  const filled = new Map<number, number>();
  for (const { id } of states) {
    const column = (steps.get(id) ?? lastStep + 1) + 1;
    const row = filled.get(column) ?? 0;
    filled.set(column, row + 1);
    spots.set(id, {
      x: size.margin + column * (size.width + size.gapX),
      y: size.margin + row * (size.height + size.gapY),
    });
  }
  return spots;
}

/** Forward by the sides, back and within a column in a bow. */
function pathOf(from: Spot, to: Spot): string {
  const middle = size.height / 2;
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + size.width, from.y + middle - 4, to.x - 6, to.y + middle - 4];
    const bend = (x2 - x1) / 2;
    return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [
    from.x + size.width / 2 + 10,
    from.y + size.height,
    to.x + size.width / 2 - 10,
    to.y + size.height + 6,
  ];
  const depth = Math.max(y1, y2) + size.gapY + Math.abs(x1 - x2) / 12;
  return `M ${x1} ${y1} C ${x1} ${depth}, ${x2} ${depth}, ${x2} ${y2}`;
}

const shorten = (text: string): string => (text.length > 18 ? `${text.slice(0, 17)}…` : text);

export function WorkflowGraph({
  workflow,
  states,
}: {
  workflow: DraftWorkflow;
  states: readonly DraftValue[];
}): ReactNode {
  const { steps, lost } = survey(
    workflow,
    states.map(({ id }) => id),
  );
  const spots = placeStates(states, steps);
  const all = [...spots.values()];
  const width = Math.max(...all.map(({ x }) => x)) + size.width + size.margin;
  const height = Math.max(...all.map(({ y }) => y)) + size.height + size.gapY * 2.5;
  return (
    <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.flow.picture')} tabIndex={0}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={css.graph}
        role="img"
        aria-label={t('design.flow.picture')}
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M 0 0 L 8 4 L 0 8 z" className={css.tip} />
          </marker>
        </defs>
        {workflow.transitions.map(({ from, to }) => {
          const [start, end] = [spots.get(from), spots.get(to)];
          if (start === undefined || end === undefined) return null;
          return <path key={`${from} ${to}`} d={pathOf(start, end)} className={css.arrow} markerEnd="url(#tip)" />;
        })}
        {[...spots].map(([id, { x, y }]) => {
          const state = states.find((one) => one.id === id);
          return (
            <g key={id ?? 'new'}>
              <rect
                x={x}
                y={y}
                width={size.width}
                height={size.height}
                rx={id === null ? 17 : 6}
                className={css.node}
                data-lost={id !== null && lost.includes(id)}
              />
              <text x={x + size.width / 2} y={y + size.height / 2 + 4} textAnchor="middle">
                {state === undefined ? t('design.flow.new') : shorten(state.label)}
                <title>{state?.label ?? t('design.flow.new')}</title>
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
