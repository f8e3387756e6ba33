// The workflow as a picture: states from left to right by how many steps they are away from a new artifact, with arrows that are
// drawn from one to another, opened and removed.
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { shorten } from '../../../platform/names/shorten.ts';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DraftValue, DraftWorkflow } from '../definition/definition-draft.ts';
import { survey } from './transitions.ts';
import type { Move } from './transitions.ts';

/** Of the picture on narrow screens, beyond which it scrolls. */
const readableScale = 0.75;

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

/** Back within the first row, which has nothing above it: elsewhere bows go below. */
const goesAbove = (from: Spot, to: Spot): boolean => to.x <= from.x && from.y === size.margin && to.y === size.margin;

const bowOf = (from: Spot, to: Spot): number => size.gapY + Math.abs(from.x - to.x) / 12;

/** Forward by the sides, back and within a column in a bow. */
function pathOf(from: Spot, to: Spot): string {
  const middle = size.height / 2;
  if (goesAbove(from, to)) {
    const [x1, x2, height] = [from.x + size.width / 2 - 10, to.x + size.width / 2 + 10, from.y - bowOf(from, to)];
    return `M ${x1} ${from.y} C ${x1} ${height}, ${x2} ${height}, ${x2} ${to.y - 6}`;
  }
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
  const depth = Math.max(y1, y2) + bowOf(from, to);
  return `M ${x1} ${y1} C ${x1} ${depth}, ${x2} ${depth}, ${x2} ${y2}`;
}

/** What a state has room for. */
const lettersMax = 18;

/** What a press of Enter or the space bar does, too. */
const pressable = (press: () => void) => ({
  role: 'button',
  tabIndex: 0,
  onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  },
});

interface ArrowProps {
  path: string;
  label: string;
  isChosen: boolean;
  onChoose(): void;
  onRemove(): void;
}

/** With a broad line that can't be seen, which is easier to hit. */
function Arrow({ path, label, isChosen, onChoose, onRemove }: ArrowProps): ReactNode {
  const { onKeyDown, ...button } = pressable(onChoose);
  return (
    <g
      {...button}
      className={css.flowArrow}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      onKeyDown={(event) => (event.key === 'Delete' || event.key === 'Backspace' ? onRemove() : onKeyDown(event))}
    >
      <title>{label}</title>
      <path d={path} className={css.arrowReach} />
      <path d={path} className={css.arrow} markerEnd="url(#tip)" />
    </g>
  );
}

interface NodeProps {
  spot: Spot;
  label: string;
  isNew: boolean;
  isLost: boolean;
  isStart: boolean;
  /** What a press does, for who does not see it. */
  does: string;
  onPress(): void;
  onHold(): void;
  onLetGo(): void;
}

function Node({ spot: { x, y }, label, isNew, isLost, isStart, does, onPress, onHold, onLetGo }: NodeProps): ReactNode {
  return (
    <g
      {...pressable(onPress)}
      className={css.flowNode}
      aria-label={does}
      aria-pressed={isStart}
      onPointerDown={(event) => {
        event.currentTarget.releasePointerCapture(event.pointerId);
        onHold();
      }}
      onPointerUp={onLetGo}
      onClick={onPress}
    >
      <rect
        x={x}
        y={y}
        width={size.width}
        height={size.height}
        rx={isNew ? 17 : 6}
        className={css.node}
        data-lost={isLost}
        data-start={isStart}
      />
      <text x={x + size.width / 2} y={y + size.height / 2 + 4} textAnchor="middle">
        {shorten(label, lettersMax)}
        <title>{label}</title>
      </text>
    </g>
  );
}

type State = number | null;

/**
 * From which state an arrow is being drawn: from where the pointer went down to where it comes up, or from one press to the
 * next; undefined: none is.
 */
function useNewArrow(onArrow: (move: Move) => void) {
  const [start, setStart] = useState<State>();
  const [held, setHeld] = useState<State>();
  const [tip, setTip] = useState<Spot>();
  const drop = (): void => {
    setHeld(undefined);
    setTip(undefined);
  };
  const end = (from: State | undefined, to: State): void => {
    setStart(undefined);
    if (from !== undefined && to !== null && to !== from) onArrow({ from, to });
  };
  return {
    start: start === undefined ? held : start,
    held,
    tip,
    drop,
    hold: setHeld,
    press: (state: State): void => (start === undefined ? setStart(state) : end(start, state)),
    cancel: () => setStart(undefined),
    /** The same state is pressed, which the browser tells by itself. */
    letGo: (state: State): void => (held === undefined || held === state ? undefined : end(held, state)),
    follow({ currentTarget: svg, clientX, clientY }: PointerEvent<SVGSVGElement>): void {
      const place = held === undefined ? undefined : svg.getScreenCTM()?.inverse();
      if (place !== undefined) setTip(new DOMPoint(clientX, clientY).matrixTransform(place));
    },
  };
}

/** The arrow that follows the pointer. */
function Growing({ from, tip }: { from: Spot | undefined; tip: Spot | undefined }): ReactNode {
  if (from === undefined || tip === undefined) return null;
  const middle = `${from.x + size.width / 2} ${from.y + size.height / 2}`;
  return (
    <path d={`M ${middle} L ${tip.x} ${tip.y}`} className={`${css.arrow} ${css.arrowGrowing}`} markerEnd="url(#tip)" />
  );
}

const tipOfArrows = (
  <defs>
    <marker
      id="tip"
      viewBox="0 0 8 8"
      refX="6"
      refY="4"
      markerUnits="userSpaceOnUse"
      markerWidth="10"
      markerHeight="10"
      orient="auto"
    >
      <path d="M 0 0 L 8 4 L 0 8 z" className={css.tip} />
    </marker>
  </defs>
);

interface GraphProps {
  workflow: DraftWorkflow;
  states: readonly DraftValue[];
  chosen: Move | undefined;
  /** Opens a transition; one that is not there is made. */
  onChoose(move: Move): void;
  onRemove(move: Move): void;
}

export function WorkflowGraph({ workflow, states, chosen, onChoose, onRemove }: GraphProps): ReactNode {
  const { start, held, tip, press, cancel, hold, letGo, drop, follow } = useNewArrow(onChoose);
  const labels = new Map(states.map(({ id, label }) => [id, label]));
  const nameOf = (id: State): string => (id === null ? t('design.flow.new') : (labels.get(id) ?? ''));
  const { steps, lost } = survey(workflow, [...labels.keys()]);
  const spots = placeStates(states, steps);
  const all = [...spots.values()];
  const arrows = workflow.transitions.flatMap((move) => {
    const [begin, end] = [spots.get(move.from), spots.get(move.to)];
    return begin === undefined || end === undefined ? [] : [{ move, begin, end }];
  });
  const above = Math.max(0, ...arrows.map(({ begin, end }) => (goesAbove(begin, end) ? bowOf(begin, end) : 0)));
  const width = Math.max(...all.map(({ x }) => x)) + size.width + size.margin;
  const below = arrows.some(({ begin, end }) => end.x <= begin.x && !goesAbove(begin, end)) ? size.gapY * 2.5 : 0;
  const height = above + Math.max(...all.map(({ y }) => y)) + size.height + size.margin + below;
  return (
    <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('design.flow.picture')} tabIndex={0}>
      <div className={`${ui.soft} ${ui.small} ${css.flowHint}`}>
        <p role="status">
          {start === undefined ? t('design.flow.draw') : t('design.flow.drawFrom', { label: nameOf(start) })}
        </p>
        {/* Holds the height of the longer text: a state that moved under the pointer would miss the press. */}
        {start !== undefined && <p aria-hidden>{t('design.flow.draw')}</p>}
      </div>
      <svg
        viewBox={`0 ${-above} ${width} ${height}`}
        width={width}
        height={height}
        className={css.graph}
        style={{ minWidth: width * readableScale }}
        role="group"
        aria-label={t('design.flow.picture')}
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
        onPointerDownCapture={drop}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerLeave={drop}
      >
        {tipOfArrows}
        {arrows.map(({ move: { from, to }, begin, end }) => (
          <Arrow
            key={`${from} ${to}`}
            path={pathOf(begin, end)}
            label={t('design.flow.arrow', { from: nameOf(from), to: nameOf(to) })}
            isChosen={chosen?.from === from && chosen.to === to}
            onChoose={() => onChoose({ from, to })}
            onRemove={() => onRemove({ from, to })}
          />
        ))}
        <Growing from={held === undefined ? undefined : spots.get(held)} tip={tip} />
        {[...spots].map(([id, spot]) => (
          <Node
            key={id ?? 'new'}
            spot={spot}
            label={nameOf(id)}
            isNew={id === null}
            isLost={id !== null && lost.includes(id)}
            isStart={start === id}
            does={t(start === undefined ? 'design.flow.begin' : 'design.flow.end', { label: nameOf(id) })}
            onPress={() => press(id)}
            onHold={() => hold(id)}
            onLetGo={() => letGo(id)}
          />
        ))}
      </svg>
    </div>
  );
}
