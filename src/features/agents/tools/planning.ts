// Tools of backlogs, milestones and kanban boards.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';
import { listOf, pick } from '../records.ts';
import { defineTool, Id, page, pageQuery, showPage } from '../tool.ts';
import { slim } from '../shown-answer.ts';

const itemKeys = [
  'id',
  'label',
  'type',
  'status',
  'full_status',
  'initial_effort',
  'remaining_effort',
  'parent',
  'has_children',
];
const milestoneKeys = [
  'id',
  'label',
  'start_date',
  'end_date',
  'status_value',
  'semantic_status',
  'capacity',
  'remaining_effort',
  'status_count',
  'sub_milestone_type',
];

const showItem = (item: unknown): unknown => slim(pick(item, itemKeys));

const listMilestones = defineTool({
  name: 'list_milestones',
  title: 'List milestones',
  description: 'Releases and sprints of a project, or those inside one milestone. Their ids are those of artifacts.',
  input: Closed({
    project_id: Type.Optional(Id('Top milestones of this project.')),
    milestone_id: Type.Optional(Id('Or those inside this milestone.')),
    ...page,
  }),
  async run(ask, { project_id: project, milestone_id: milestone, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: milestone === undefined ? '/projects/:id/milestones' : '/milestones/:id/milestones',
      params: { id: String(milestone ?? project ?? 0) },
      query: { order: 'desc', ...pageQuery(at) },
    });
    const shown = listOf(answer.value).map((one) => slim(pick(one, milestoneKeys)));
    return showPage(answer, shown, at);
  },
});

const places = {
  'project-backlog': '/projects/:id/backlog',
  'milestone-content': '/milestones/:id/content',
  'milestone-backlog': '/milestones/:id/backlog',
} as const;

const Place = Type.Union(
  [Type.Literal('project-backlog'), Type.Literal('milestone-content'), Type.Literal('milestone-backlog')],
  {
    description:
      'project-backlog: what no milestone holds; milestone-content: what a milestone holds; milestone-backlog: what its milestones inside do not hold yet.',
  },
);
const placeId = Id('Of the project or the milestone.');

const readBacklog = defineTool({
  name: 'read_backlog',
  title: 'Read a backlog',
  description: 'Items of a backlog or a milestone, in their order. Their ids are those of artifacts.',
  input: Closed({ place: Place, id: placeId, ...page }),
  async run(ask, { place, id, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: places[place],
      params: { id: String(id) },
      query: pageQuery(at),
    });
    return showPage(answer, listOf(answer.value).map(showItem), at);
  },
});

/** Items that one call plans or moves. */
const itemsMax = 100;
const Items = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: itemsMax });

const planItems = defineTool({
  name: 'plan_items',
  title: 'Plan items',
  description: 'Puts items into a backlog or a milestone, or brings those that are there into another order.',
  writes: true,
  input: Closed({
    place: Place,
    id: placeId,
    items: Items,
    from_milestone_id: Type.Optional(Id('The milestone that holds them so far.')),
    before_item_id: Type.Optional(Id('They go directly before this item, which is there already.')),
  }),
  async run(ask, { place, id, items, from_milestone_id: from, before_item_id: before }) {
    const added = items.map((item) => ({ id: item, ...(from === undefined ? {} : { remove_from: from }) }));
    const order = before === undefined ? {} : { order: { ids: items, direction: 'before', compared_to: before } };
    const isOrdered = before !== undefined && from === undefined;
    const body = isOrdered ? order : { add: added, ...order };
    await ask({ method: 'PATCH', url: places[place], params: { id: String(id) }, body });
    return { done: true };
  },
});

const listBoards = defineTool({
  name: 'list_boards',
  title: 'List boards',
  description: 'Kanban boards of a project, with how much stands on each.',
  input: Closed({ project_id: Id('The project.'), ...page }),
  async run(ask, { project_id: id, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/projects/:id/kanban',
      params: { id: String(id) },
      query: pageQuery(at),
    });
    return showPage(answer, listOf(slim(answer.value)), at);
  },
});

const readBoard = defineTool({
  name: 'read_board',
  title: 'Read a board',
  description: 'The columns of a kanban board; read_board_column tells what stands in one.',
  input: Closed({ board_id: Id('From list_boards.') }),
  run: async (ask, { board_id: id }) =>
    slim((await ask({ method: 'GET', url: '/kanban/:id', params: { id: String(id) } })).value),
});

const column = Type.Union([Type.Literal('backlog'), Type.Literal('archive'), Type.Integer({ minimum: 1 })], {
  description: 'The id of a column from read_board, or backlog or archive.',
});

/** Where a column is, as a part of the address. */
const columnCall = (board: number, place: 'backlog' | 'archive' | number) => ({
  url: `/kanban/:id/${typeof place === 'number' ? 'items' : place}`,
  params: { id: String(board) },
  query: typeof place === 'number' ? { column_id: String(place) } : {},
});

const readColumn = defineTool({
  name: 'read_board_column',
  title: 'Read a column of a board',
  description: 'Items in a column of a kanban board, in their order. Their ids are those of artifacts.',
  input: Closed({ board_id: Id('From list_boards.'), column, ...page }),
  async run(ask, { board_id: board, column: place, ...at }) {
    const call = columnCall(board, place);
    const answer = await ask({ method: 'GET', ...call, query: { ...call.query, ...pageQuery(at) } });
    return showPage(answer, listOf(slim(answer.value), 'collection'), at);
  },
});

const moveItems = defineTool({
  name: 'move_on_board',
  title: 'Move on a board',
  description: 'Brings items into a column of a kanban board, or into its backlog or archive.',
  writes: true,
  input: Closed({ board_id: Id('From list_boards.'), column, items: Items }),
  async run(ask, { board_id: board, column: place, items }) {
    await ask({ method: 'PATCH', ...columnCall(board, place), body: { add: { ids: items } } });
    return { done: true };
  },
});

export const planningTools = [listMilestones, readBacklog, planItems, listBoards, readBoard, readColumn, moveItems];
