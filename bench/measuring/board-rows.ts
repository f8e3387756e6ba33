// Rows about boards: a kanban and a backlog of a thousand items, moves that come at once, and a year of ten thousand items.
import { Type } from 'typebox';
import { requestJson, sendRequest, writeRequest } from '../clients/single-request.ts';
import type { Order } from '../clients/single-request.ts';
import { Measurement } from './messages.ts';
import { bare, compareWithBare, measure, partOf, unlike } from './rows.ts';
import type { Row } from './rows.ts';
import type { Scene } from './scene.ts';

const itemCount = 1000;
/** Items of a column that a page reads at once. */
const kanbanPage = 100;
const backlogPage = 50;
/** People who move cards at once. */
const movers = 16;
/** Moves of one client in one round. */
const movesAtOnce = 100;

const Made = Type.Object({ id: Type.Integer() });
const MadeItems = Type.Object({ items: Type.Array(Made) });
const TrackerFields = Type.Object({
  project: Type.Object({ id: Type.Integer() }),
  fields: Type.Array(
    Type.Object({
      field_id: Type.Integer(),
      name: Type.String(),
      values: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Object({ id: Type.Integer() }))])),
    }),
  ),
});
const Columns = Type.Object({ columns: Type.Array(Made) });

interface Boards {
  projectId: number;
  /** Of a tracker with `itemCount` items, all of which stand in open columns. */
  kanbanId: number;
  columnIds: readonly number[];
  itemIds: readonly number[];
  /** Of the large tracker. */
  flowKanbanId: number;
}

/** A planning, a tracker of a thousand items, and kanbans; made once for each server. */
const boardsOf = new Map<number, Promise<Boards>>();

function findBoards(scene: Scene): Promise<Boards> {
  const made = boardsOf.get(scene.tepalPort) ?? makeBoards(scene);
  boardsOf.set(scene.tepalPort, made);
  return made;
}

async function makeBoards({ tepalPort: port, trackerId, tokenHeaders }: Scene): Promise<Boards> {
  const headers = { ...tokenHeaders, 'Content-Type': 'application/json' };
  const post = (path: string, body: unknown): Order => ({
    method: 'POST',
    path: `/api/${path}`,
    headers,
    body: JSON.stringify(body),
  });
  const readTracker = (id: number) => requestJson(port, { path: `/api/trackers/${id}`, headers }, TrackerFields);
  const { project } = await readTracker(trackerId);
  const makeTracker = (name: string) =>
    requestJson(
      port,
      post('trackers', { project: { id: project.id }, label: name, item_name: name, template_id: trackerId }),
      Made,
    );
  const [tracker, milestones] = [await makeTracker('items'), await makeTracker('milestones')];
  await requestJson(
    port,
    post('plannings', {
      label: 'Plan',
      milestone_tracker: { id: milestones.id },
      backlog_trackers: [{ id: tracker.id }],
    }),
    Made,
  );
  const makeKanban = (label: string, id: number) =>
    requestJson(port, post('kanban', { label, tracker_id: id, is_promoted: false }), Made);
  const [kanban, flow] = [await makeKanban('Items', tracker.id), await makeKanban('Tickets', trackerId)];
  const { columns } = await requestJson(port, { path: `/api/kanban/${kanban.id}`, headers }, Columns);
  const columnIds = columns.map(({ id }) => id);
  const { fields } = await readTracker(tracker.id);
  const [summary, status] = ['summary', 'status'].map((name) => fields.find((field) => field.name === name)?.field_id);
  const items = Array.from({ length: itemCount }, (_, index) => ({
    tracker: { id: tracker.id },
    values: [
      { field_id: summary, value: `Item ${index}` },
      { field_id: status, bind_value_ids: [columnIds[index % columnIds.length]] },
    ],
  }));
  const { items: all } = await requestJson(port, post('artifacts/batch', { items }), MadeItems);
  return {
    projectId: project.id,
    kanbanId: kanban.id,
    columnIds,
    itemIds: all.map(({ id }) => id),
    flowKanbanId: flow.id,
  };
}

const pagesOf = (scene: Scene, path: string, size: number, count: number): Order[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, page) => ({
    path: `${path}limit=${size}&offset=${page * size}`,
    headers: scene.tokenHeaders,
  }));

const kanbanRow: Row = {
  name: `kanban of 1,000 items, ${kanbanPage} of a column`,
  clients: 1,
  against: bare,
  async prepare(scene) {
    const { kanbanId, columnIds } = await findBoards(scene);
    const orders = columnIds.flatMap((column) =>
      pagesOf(scene, `/api/kanban/${kanbanId}/items?column_id=${column}&`, kanbanPage, itemCount / columnIds.length),
    );
    return compareWithBare(scene, 1, unlike(orders));
  },
};

const backlogRow: Row = {
  name: `backlog of 1,000 items, ${backlogPage} of them`,
  clients: 1,
  against: bare,
  async prepare(scene) {
    const { projectId } = await findBoards(scene);
    const orders = pagesOf(scene, `/api/projects/${projectId}/backlog?`, backlogPage, itemCount);
    return compareWithBare(scene, 1, unlike(orders));
  },
};

const flowRow: Row = {
  name: 'cumulative flow of a year over all artifacts',
  clients: 1,
  against: bare,
  async prepare(scene) {
    const { flowKanbanId } = await findBoards(scene);
    const year = 'start_date=2025-01-01&end_date=2025-12-31&interval_between_point=5';
    const path = `/api/kanban/${flowKanbanId}/cumulative_flow?${year}`;
    return compareWithBare(scene, 1, unlike([{ path, headers: scene.tokenHeaders }]));
  },
};

/** Moves an item to a column, and before the item there that never moves. */
function moveOrder(scene: Scene, { kanbanId }: Boards, item: number, column: number, anchor: number): Order {
  const order = { ids: [item], direction: 'before', compared_to: anchor };
  return {
    method: 'PATCH',
    path: `/api/kanban/${kanbanId}/items?column_id=${column}`,
    headers: scene.tokenHeaders,
    body: JSON.stringify({ add: { ids: [item] }, order }),
  };
}

const moveRow = (clients: number): Row => ({
  name: 'move of a card to another column and place',
  clients,
  against: 'bare SQLite commit loop, one row',
  async prepare(scene) {
    const boards = await findBoards(scene);
    const { columnIds, itemIds } = boards;
    const anchors = itemIds.slice(0, columnIds.length);
    const moving = itemIds.slice(columnIds.length);
    const { rounds, durationMs, warmUpMs } = scene.pace;
    const exchanges = Array.from({ length: (rounds + 1) * clients * movesAtOnce }, (_, index) => {
      const at = (Math.floor(index / moving.length) + index) % columnIds.length;
      const item = moving[index % moving.length] ?? 0;
      return { request: writeRequest(moveOrder(scene, boards, item, columnIds[at] ?? 0, anchors[at] ?? 0)) };
    });
    const first = await sendRequest(scene.tepalPort, {
      ...moveOrder(scene, boards, moving[0] ?? 0, columnIds[1] ?? 0, anchors[1] ?? 0),
      headers: { ...scene.tokenHeaders, 'Content-Type': 'application/json' },
    });
    if (first.status !== 200) throw new Error(`a move has status ${first.status}: ${first.body.toString()}`);
    const plan = { port: scene.tepalPort, clients, status: 200, order: 'once' as const };
    return {
      subject: (round) => measure(scene, round, { ...plan, exchanges: partOf(exchanges, round, rounds) }),
      reference: (round) =>
        scene.commitLoop.ask({ file: scene.commitFile, durationMs: round < 0 ? warmUpMs : durationMs }, Measurement),
    };
  },
});

/** Those that read come before those that move. */
export const boardRows: readonly Row[] = [kanbanRow, backlogRow, flowRow, moveRow(1), moveRow(movers)];
