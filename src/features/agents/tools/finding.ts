// Tools that find things: words, projects, trackers, queries.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';
import { listOf, memberOf, pick } from '../records.ts';
import { defineTool, Id, page, pageQuery, showPage } from '../tool.ts';
import { slim } from '../shown-answer.ts';
import { fieldIs } from '../../trackers/index.ts';

const search = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Finds what the person may read by its words, best first. Words must all be found; "words in quotes" follow each other, begin* finds beginnings, -word leaves out.',
  input: Closed({
    words: Type.String({ minLength: 1, maxLength: 1000 }),
    project_id: Type.Optional(Id('Only in this project.')),
    tracker_id: Type.Optional(Id('Only in this tracker.')),
    ...page,
  }),
  async run(ask, { words, project_id: project, tracker_id: tracker, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/search',
      query: {
        q: words,
        ...(project === undefined ? {} : { project: String(project) }),
        ...(tracker === undefined ? {} : { tracker: String(tracker) }),
        ...pageQuery(at),
      },
    });
    return showPage(answer, listOf(slim(answer.value), 'results'), at);
  },
});

const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Projects that the person may enter, with their ids.',
  input: Closed({
    words: Type.String({ default: '', maxLength: 200, description: 'Only projects with all of these words.' }),
    mine: Type.Boolean({ default: false, description: 'Only projects that the person is a member or a guest of.' }),
    ...page,
  }),
  async run(ask, { words, mine, ...at }) {
    const query = {
      ...(mine ? { mine: 'true' } : {}),
      ...(words === '' ? {} : { words }),
      ...pageQuery(at),
    };
    const answer = await ask({ method: 'GET', url: '/projects', query });
    const shown = listOf(answer.value).map((one) =>
      slim(pick(one, ['id', 'label', 'shortname', 'description', 'access', 'status', 'is_member_of'])),
    );
    return showPage(answer, shown, at);
  },
});

const listTrackers = defineTool({
  name: 'list_trackers',
  title: 'List trackers',
  description: 'Trackers of a project, with their ids: the kinds of artifacts that it has, such as stories and bugs.',
  input: Closed({ project_id: Id('The project.'), ...page }),
  async run(ask, { project_id: id, ...at }) {
    const query = { representation: 'minimal', ...pageQuery(at) };
    const answer = await ask({ method: 'GET', url: '/projects/:id/trackers', params: { id: String(id) }, query });
    return showPage(answer, listOf(slim(answer.value)), at);
  },
});

/** Of a list's values, some of which have hundreds. */
const valuesShownMax = 60;

function showField(field: unknown): unknown {
  const values = listOf(field, 'values').filter((value) => memberOf(value, 'is_hidden') !== true);
  const shown = values.slice(0, valuesShownMax).map((value) => {
    const named = memberOf(value, 'user_reference') ?? memberOf(value, 'ugroup_reference') ?? value;
    return { id: memberOf(value, 'id') ?? memberOf(named, 'id'), label: memberOf(value, 'label') };
  });
  const more = values.length - shown.length;
  return slim({
    ...pick(field, ['field_id', 'name', 'label', 'type', 'required', 'permissions']),
    values: shown,
    ...(more > 0 ? { more_values: more } : {}),
  });
}

const describeTracker = defineTool({
  name: 'describe_tracker',
  title: 'Describe a tracker',
  description:
    'Fields of a tracker: ids, names for queries, types, values of lists, and whether the person may read, submit and update them. Read it before queries and before writing.',
  input: Closed({ tracker_id: Id('The tracker.') }),
  async run(ask, { tracker_id: id }) {
    const { value } = await ask({ method: 'GET', url: '/trackers/:id', params: { id: String(id) } });
    const about = pick(value, ['id', 'label', 'description', 'item_name', 'project', 'parent']);
    const isShown = (field: unknown): boolean => !fieldIs.structure({ type: String(memberOf(field, 'type')) });
    return { tracker: slim(about), fields: listOf(value, 'fields').filter(isShown).map(showField) };
  },
});

const queryTracker = defineTool({
  name: 'query_tracker',
  title: 'Query a tracker',
  description:
    'Artifacts of a tracker that match a condition in the query language, such as status = "Open" AND due < NOW() + 1w; field names are in describe_tracker.',
  input: Closed({
    tracker_id: Id('The tracker.'),
    condition: Type.String({ default: '', maxLength: 10_000, description: 'Empty: all artifacts.' }),
    fields: Type.String({
      default: '',
      maxLength: 2000,
      description: 'Names of the fields to show, comma separated; empty: only ids and titles of what they link to.',
    }),
    sort: Type.String({ default: '', maxLength: 1000, description: 'Field names, - before those that descend.' }),
    ...page,
  }),
  async run(ask, { tracker_id: id, condition, fields, sort, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/trackers/:id/artifacts',
      params: { id: String(id) },
      query: {
        ...(condition === '' ? {} : { expert_query: condition }),
        ...(fields === '' ? {} : { values: 'all', fields }),
        ...(sort === '' ? {} : { sort }),
        ...pageQuery(at),
      },
    });
    const keys = ['id', 'xref', 'title', 'status', 'assignees', 'submitted_on', 'last_modified_date', 'values'];
    return showPage(
      answer,
      listOf(slim(answer.value)).map((one) => pick(one, keys)),
      at,
    );
  },
});

const queryTrackers = defineTool({
  name: 'query_trackers',
  title: 'Query several trackers',
  description:
    "Artifacts of several trackers and projects by a whole query, such as SELECT @pretty_title, @status FROM @project = MY_PROJECTS() WHERE @status = OPEN() AND @assigned_to = MYSELF() ORDER BY @last_update_date DESC. FROM takes @project.name = 'x' and @tracker.name = 'y' too.",
  input: Closed({ query: Type.String({ minLength: 1, maxLength: 10_000 }), ...page }),
  async run(ask, { query, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/crosstracker_query/content',
      query: { query: JSON.stringify({ tql_query: query }), ...pageQuery(at) },
    });
    return showPage(answer, listOf(slim(answer.value), 'artifacts'), at);
  },
});

export const findingTools = [search, listProjects, listTrackers, describeTracker, queryTracker, queryTrackers];
