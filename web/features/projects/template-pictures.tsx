// What a bundled template makes of a project, as a small picture.
import type { ReactNode } from 'react';
import css from './projects.module.css';

const width = 96;
const height = 48;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  isStrong?: boolean;
}

/** A board: how many cards each column has. */
const board = (counts: readonly number[]): Box[] => {
  const columnWidth = width / counts.length;
  return counts.flatMap((count, column) =>
    Array.from({ length: count }, (_, row) => ({
      x: column * columnWidth + 2,
      y: row * 12 + 2,
      width: columnWidth - 4,
      height: 9,
      isStrong: column === counts.length - 1,
    })),
  );
};

/** Rows of a list, each with a mark. */
const list = (lengths: readonly number[]): Box[] =>
  lengths.flatMap((length, row) => [
    { x: 2, y: row * 12 + 3, width: 7, height: 7, isStrong: true },
    { x: 13, y: row * 12 + 4, width: length, height: 5 },
  ]);

/** Bars over time: from where, and how long. */
const bars = (spans: readonly (readonly [from: number, length: number])[]): Box[] =>
  spans.map(([x, length], row) => ({ x, y: row * 12 + 3, width: length, height: 8, isStrong: row === 0 }));

const half = (boxes: readonly Box[], x: number): Box[] =>
  boxes.map((box) => ({ ...box, x: x + box.x / 2, width: box.width / 2 }));

const pictures: ReadonlyMap<string, readonly Box[]> = new Map([
  ['scrum', [...half(list([70, 52, 76, 60]), 0), ...half(board([3, 2, 1]), width / 2)]],
  ['kanban', board([4, 2, 1, 3])],
  ['bugs', list([76, 54, 66, 46])],
  ['support', [...half(list([76, 60, 70, 52]), 0), ...half(board([2, 3, 2]), width / 2)]],
  [
    'roadmap',
    bars([
      [2, 92],
      [4, 34],
      [30, 40],
      [58, 34],
    ]),
  ],
]);

/** Nothing for a template that has no picture. */
export function TemplatePicture({ name }: { name: string }): ReactNode {
  const boxes = pictures.get(name);
  if (boxes === undefined) return null;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={css.picture} aria-hidden="true">
      {boxes.map(({ isStrong = false, ...box }) => (
        <rect key={`${box.x} ${box.y}`} {...box} rx={2} data-strong={isStrong || undefined} />
      ))}
    </svg>
  );
}
