import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addWidget,
  isEmptyLine,
  layOut,
  moveLine,
  moveWidget,
  putBack,
  removeWidget,
  stepFrom,
  waitOf,
  writeLines,
} from './dashboard-layout.ts';
import type { Line, Widget } from './dashboard-layout.ts';

const widget = (id: number): Widget => ({
  id,
  name: 'recent',
  is_known: true,
  is_minimized: false,
  settings: {},
  post_processed_content: null,
  roadmap_id: null,
});
const line = (layout: string, ...columns: number[][]): Line => ({
  layout,
  columns: columns.map((ids) => ({ widgets: ids.map(widget) })),
});
const idsOf = (lines: readonly Line[]): number[][][] =>
  lines.map(({ columns }) => columns.map(({ widgets }) => widgets.map(({ id }) => id)));
const lines = [line('two-columns', [1, 2, 3], [4]), line('one-column', [5])];

/** By the ids in their columns. */
const backs: [string, number, Line[], number[][][]][] = [
  ['where it stood', 2, removeWidget(lines, 2), [[[1, 2, 3], [4]], [[5]]]],
  ['below the next above it that is left', 3, [line('one-column', [1, 9])], [[[1, 3, 9]]]],
  ['where that one went', 2, [line('two-columns', [3], [4, 1])], [[[3], [4, 1, 2]]]],
  ['above the next below it', 1, [line('one-column', [7, 3])], [[[7, 1, 3]]]],
  [
    'into its column of its line, where that went',
    4,
    [line('one-column', [5]), line('two-columns', [3], [])],
    [[[5]], [[3], [4]]],
  ],
  ['into its line that is empty', 5, [line('two-columns', [1], []), line('one-column', [])], [[[1], []], [[5]]]],
  ['into a line of its own, where that is gone', 5, [line('one-column', [1])], [[[1]], [[5]]]],
  ['before lines that came', 4, [line('one-column', [8])], [[[], [4]], [[8]]]],
  ['once', 2, lines, [[[1, 2, 3], [4]], [[5]]]],
];

describe('a widget that was taken away', () => {
  for (const [where, id, now, expected] of backs)
    it(`comes back ${where}`, () => assert.deepEqual(idsOf(putBack(now, id, lines)), expected));
});

describe('widgets', () => {
  const moves: [string, number, Parameters<typeof stepFrom>[2], number[][][] | undefined][] = [
    ['up in a column', 2, 'up', [[[2, 1, 3], [4]], [[5]]]],
    ['down in a column', 1, 'down', [[[2, 1, 3], [4]], [[5]]]],
    ['from the end of a column to the next line', 4, 'down', [[[1, 2, 3], []], [[4, 5]]]],
    ['to the end of the line above', 5, 'up', [[[1, 2, 3, 5], [4]], [[]]]],
    [
      'to the column beside',
      3,
      'right',
      [
        [
          [1, 2],
          [4, 3],
        ],
        [[5]],
      ],
    ],
    ['back', 4, 'left', [[[4, 1, 2, 3], []], [[5]]]],
    ['not beyond the edge', 4, 'right', undefined],
    ['not above the first line', 1, 'up', undefined],
    ['not below the last one', 5, 'down', undefined],
  ];
  for (const [what, id, direction, expected] of moves)
    it(`go by keys ${what}`, () => {
      const place = stepFrom(lines, id, direction);
      assert.deepEqual(place && idsOf(moveWidget(lines, id, place)), expected);
    });

  it('are put before another one of their own column, and where they are already', () => {
    const to = (row: number) => idsOf(moveWidget(lines, 1, { line: 0, column: 0, row }))[0]?.[0];
    assert.deepEqual(
      [to(0), to(1), to(2), to(3)],
      [
        [1, 2, 3],
        [1, 2, 3],
        [2, 1, 3],
        [2, 3, 1],
      ],
    );
  });

  it('are added to lines and to a dashboard without any, and taken away', () => {
    assert.deepEqual(idsOf(addWidget([], widget(9), { line: 0, column: 0, row: 0 })), [[[9]]]);
    assert.deepEqual(idsOf(addWidget(lines, widget(9), { line: 0, column: 1, row: 0 }))[0], [
      [1, 2, 3],
      [9, 4],
    ]);
    const left = removeWidget(lines, 5);
    assert.deepEqual(left.map(isEmptyLine), [false, true]);
  });

  it('are written with the id that they have', () => {
    const [first] = writeLines([line('two-columns', [1, 0], [])]);
    assert.deepEqual(
      first?.columns.map(({ widgets }) => widgets.map((one) => 'id' in one)),
      [[true, false], []],
    );
  });
});

describe('lines', () => {
  it('keep all widgets where they get fewer columns, and are put in order', () => {
    assert.deepEqual(idsOf(layOut(lines, 0, 'one-column'))[0], [[1, 2, 3, 4]]);
    assert.deepEqual(idsOf(layOut(lines, 1, 'three-columns'))[1], [[5], [], []]);
    assert.deepEqual(idsOf(moveLine(lines, 0, 1)), idsOf([...lines].reverse()));
    assert.deepEqual(idsOf(moveLine(lines, 0, -1)), idsOf(lines));
  });
});

describe('widgets of a dashboard that is opened', () => {
  const waits = (...ready: number[]): (string | undefined)[] =>
    lines.flatMap(({ columns }, at) =>
      columns.flatMap(({ widgets }, column) =>
        widgets.map((_, row) => waitOf(lines, new Set(ready), { line: at, column, row })),
      ),
    );

  it('appear from the top, in each column by itself where columns stand beside each other', () => {
    assert.deepEqual(waits(), [undefined, 'above', 'above', 'before', 'above']);
    assert.deepEqual(waits(1, 4), [undefined, undefined, 'above', 'before', 'above']);
    assert.deepEqual(waits(2, 3, 4), [undefined, 'above', 'above', 'before', 'above']);
  });

  it('of a line wait for all columns of the lines above', () => {
    assert.deepEqual(waits(1, 2, 3), [undefined, undefined, undefined, undefined, 'above']);
    assert.deepEqual(waits(1, 2, 3, 4), [undefined, undefined, undefined, undefined, undefined]);
  });
});
